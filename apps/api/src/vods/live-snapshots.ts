import { type Payload, PULSES } from '#libs/contracts';
import { Bus } from '#libs/bus';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

export type Snapshot = Payload<typeof PULSES.captureSnapshot>;

/** Recorders speak every 5 s; after three silences a snapshot says nothing about now. */
const FRESH_MS = 16_000;

/** The newest word of each recorder about each VOD, in memory: pulses may be lost, rows and journals are the truth. */
@Injectable()
export class LiveSnapshots implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly newest = new Map<string, Snapshot>();
  private readonly listeners = new Set<(s: Snapshot) => void>();
  private stop: () => void = () => undefined;

  constructor(private readonly bus: Bus) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.onPulse(PULSES.captureSnapshot, '*', (s) => {
      const known = this.newest.get(s.vodUuid);
      // Two recorders overlap during a hand-over: the younger part is the one to show.
      if (known && known.partId > s.partId && isFresh(known)) return;
      if (!known) this.forgetOld();
      this.newest.set(s.vodUuid, s);
      for (const tell of this.listeners) tell(s);
    });
  }

  onSnapshot(tell: (s: Snapshot) => void): void {
    this.listeners.add(tell);
  }

  /** @returns null when nothing fresh is known */
  of(vodUuid: string): Snapshot | null {
    const s = this.newest.get(vodUuid);
    return s && isFresh(s) ? s : null;
  }

  /** Whether this very part spoke lately. */
  isAlive(vodUuid: string, partId: string): boolean {
    return this.of(vodUuid)?.partId === partId;
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Of recordings that are over, when another one begins. */
  private forgetOld(): void {
    for (const [vodUuid, s] of this.newest) if (!isFresh(s)) this.newest.delete(vodUuid);
  }
}

const isFresh = (s: Snapshot): boolean => Date.now() - s.at < FRESH_MS;
