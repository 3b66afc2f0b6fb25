import { type Payload, PULSES } from '#libs/contracts';
import { Bus } from '#libs/bus';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { hasEnded } from './last-part.js';

export type Snapshot = Payload<typeof PULSES.captureSnapshot>;

/** Recorders send a snapshot every 5 s. After three missing ones, the last snapshot is outdated. */
const MAX_AGE_MS = 16_000;

/** States in which a recorder has media of the part that the snapshot names, perhaps none of them stored. */
const WITH_MEDIA: ReadonlySet<Snapshot['state']> = new Set(['writing', 'spooling', 'draining']);

/**
 * Holds the newest snapshot of each recorder of a VOD in memory. Pulses may be lost: rows and journals are
 * authoritative.
 */
@Injectable()
export class CaptureStatusCache implements OnApplicationBootstrap, OnModuleDestroy {
  /** By VOD and recorder. */
  private readonly newest = new Map<string, Map<string, Snapshot>>();
  private readonly listeners = new Set<(snapshot: Snapshot) => void>();
  private stop: () => void = () => undefined;

  constructor(private readonly bus: Bus) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.onPulse(PULSES.captureSnapshot, '*', (snapshot) => {
      const { vodUuid, recorder } = snapshot;
      if (!this.newest.has(vodUuid)) this.removeOutdated();
      const ofVod = this.newest.get(vodUuid) ?? new Map<string, Snapshot>();
      this.newest.set(vodUuid, ofVod.set(recorder, snapshot));
      if (this.of(vodUuid) === snapshot) for (const listener of this.listeners) listener(snapshot);
    });
  }

  onSnapshot(listener: (snapshot: Snapshot) => void): void {
    this.listeners.add(listener);
  }

  /**
   * Two recorders overlap during a hand-over. The younger part has priority.
   * @returns the newest snapshot; null if it is missing or outdated
   */
  of(vodUuid: string): Snapshot | null {
    return this.fresh(vodUuid).reduce<Snapshot | null>((a, b) => (a && a.partId > b.partId ? a : b), null);
  }

  /** Bit/s of all recordings together. */
  totalBitrate(): number {
    return [...this.newest.keys()].reduce((sum, vodUuid) => sum + (this.of(vodUuid)?.bitrate ?? 0), 0);
  }

  /**
   * Whether the newest snapshot comes from this part, or a recorder still writes the part until its successor does, or
   * still stores it after its end.
   */
  isAlive(vodUuid: string, partId: string): boolean {
    return (
      this.of(vodUuid)?.partId === partId ||
      this.fresh(vodUuid).some(
        (s) => (s.state === 'draining' && s.partId === partId) || s.finishing?.includes(partId) === true,
      )
    );
  }

  /**
   * Whether a recorder has media of a part that has not ended according to these rows. The part may have no row yet,
   * because none of its segments is stored. Unknown, and therefore false, with recorders of an earlier version.
   */
  isStoring(vodUuid: string, parts: readonly PartEntity[]): boolean {
    const ended = new Set(parts.filter(hasEnded).map(({ partId }) => partId));
    return this.fresh(vodUuid)
      .flatMap(({ finishing, state, partId }) =>
        finishing && WITH_MEDIA.has(state) ? [...finishing, partId] : (finishing ?? []),
      )
      .some((partId) => !ended.has(partId));
  }

  /** VODs with parts that have ended and that a recorder still stores. */
  vodsWithUnstoredParts(): string[] {
    return [...this.newest.keys()].filter((vodUuid) =>
      this.fresh(vodUuid).some(({ finishing = [] }) => finishing.length > 0),
    );
  }

  onModuleDestroy(): void {
    this.stop();
  }

  private fresh(vodUuid: string): Snapshot[] {
    return [...(this.newest.get(vodUuid)?.values() ?? [])].filter(isFresh);
  }

  /** Drops outdated snapshots when a new recording starts. */
  private removeOutdated(): void {
    for (const vodUuid of [...this.newest.keys()]) if (this.fresh(vodUuid).length === 0) this.newest.delete(vodUuid);
  }
}

const isFresh = (snapshot: Snapshot): boolean => Date.now() - snapshot.at < MAX_AGE_MS;
