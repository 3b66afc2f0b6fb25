import { type Payload, PULSES } from '#libs/contracts';
import { Bus } from '#libs/bus';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

export type Snapshot = Payload<typeof PULSES.captureSnapshot>;

/** Recorders send a snapshot every 5 s. After three missing ones, the last snapshot is outdated. */
const FRESH_MS = 16_000;

/** Holds the newest snapshot of each VOD in memory. Pulses may be lost: rows and journals are authoritative. */
@Injectable()
export class CaptureStatusCache implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly newest = new Map<string, Snapshot>();
  private readonly listeners = new Set<(s: Snapshot) => void>();
  private stop: () => void = () => undefined;

  constructor(private readonly bus: Bus) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.onPulse(PULSES.captureSnapshot, '*', (s) => {
      const known = this.newest.get(s.vodUuid);
      // Two recorders overlap during a hand-over. The younger part has priority.
      if (known && known.partId > s.partId && isFresh(known)) return;
      if (!known) this.forgetOld();
      this.newest.set(s.vodUuid, s);
      for (const tell of this.listeners) tell(s);
    });
  }

  onSnapshot(tell: (s: Snapshot) => void): void {
    this.listeners.add(tell);
  }

  /** @returns the newest snapshot; null if it is missing or outdated */
  of(vodUuid: string): Snapshot | null {
    const s = this.newest.get(vodUuid);
    return s && isFresh(s) ? s : null;
  }

  /** Whether the newest snapshot comes from this part and is not outdated. */
  isAlive(vodUuid: string, partId: string): boolean {
    return this.of(vodUuid)?.partId === partId;
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Drops outdated snapshots when a new recording starts. */
  private forgetOld(): void {
    for (const [vodUuid, s] of this.newest) if (!isFresh(s)) this.newest.delete(vodUuid);
  }
}

const isFresh = (s: Snapshot): boolean => Date.now() - s.at < FRESH_MS;
