import { type Payload, PULSES } from '#libs/contracts';
import { Bus } from '#libs/bus';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

export type Snapshot = Payload<typeof PULSES.captureSnapshot>;

/** Recorders send a snapshot every 5 s. After three missing ones, the last snapshot is outdated. */
const MAX_AGE_MS = 16_000;

/** Holds the newest snapshot of each VOD in memory. Pulses may be lost: rows and journals are authoritative. */
@Injectable()
export class CaptureStatusCache implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly newest = new Map<string, Snapshot>();
  private readonly listeners = new Set<(snapshot: Snapshot) => void>();
  private stop: () => void = () => undefined;

  constructor(private readonly bus: Bus) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.onPulse(PULSES.captureSnapshot, '*', (snapshot) => {
      const known = this.newest.get(snapshot.vodUuid);
      // Two recorders overlap during a hand-over. The younger part has priority.
      if (known && known.partId > snapshot.partId && isFresh(known)) return;
      if (!known) this.removeOutdated();
      this.newest.set(snapshot.vodUuid, snapshot);
      for (const listener of this.listeners) listener(snapshot);
    });
  }

  onSnapshot(listener: (snapshot: Snapshot) => void): void {
    this.listeners.add(listener);
  }

  /** @returns the newest snapshot; null if it is missing or outdated */
  of(vodUuid: string): Snapshot | null {
    const snapshot = this.newest.get(vodUuid);
    return snapshot && isFresh(snapshot) ? snapshot : null;
  }

  /** Bit/s of all recordings together. */
  totalBitrate(): number {
    return [...this.newest.values()].filter(isFresh).reduce((sum, { bitrate }) => sum + bitrate, 0);
  }

  /** Whether the newest snapshot comes from this part and is not outdated. */
  isAlive(vodUuid: string, partId: string): boolean {
    return this.of(vodUuid)?.partId === partId;
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Drops outdated snapshots when a new recording starts. */
  private removeOutdated(): void {
    for (const [vodUuid, snapshot] of this.newest) if (!isFresh(snapshot)) this.newest.delete(vodUuid);
  }
}

const isFresh = (snapshot: Snapshot): boolean => Date.now() - snapshot.at < MAX_AGE_MS;
