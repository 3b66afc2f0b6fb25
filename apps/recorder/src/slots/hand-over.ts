import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { PULSES } from '#libs/contracts';
import { Log } from '#libs/service-kit';
import { type Capture } from '../capture/capture.js';
import { EventOutbox } from '../core/event-outbox.js';
import { IDENTITY, TIMES, type RecorderIdentity, type RecorderTimes } from '../core/tokens.js';

const SETTLE_MS = 4000;

/**
 * Hands captures to other recorders when this one is asked to end: gives the leases back and goes on writing until a successor shows a
 * stored segment. Overlap, never a gap. Where nobody takes a lease within a moment, nobody will, and waiting would only hold up the end.
 */
@Injectable()
export class HandOver {
  private readonly log: Log;
  private readonly successors = new Set<string>();

  constructor(private readonly bus: Bus, private readonly outbox: EventOutbox, log: Log, @Inject(IDENTITY) private readonly identity: RecorderIdentity, @Inject(TIMES) private readonly times: RecorderTimes) { this.log = log.child('hand-over'); }

  /** Another recorder took the lease of this VOD. */
  successorOf(vodUuid: string): void { this.successors.add(vodUuid); }

  async run(captures: readonly Capture[]): Promise<void> {
    const stopListening = this.bus.onPulse(PULSES.captureSnapshot, '*', ({ vodUuid, recorder, segments }) => {
      if (recorder === this.identity.name || segments === 0) return;
      captures.find((capture) => capture.vodUuid === vodUuid)?.stop('drained');
    });
    const timers = captures.map((capture) => this.watch(capture));
    await Promise.all(captures.map((capture) => capture.finished));
    for (const timer of timers) timer.abort();
    stopListening();
    await this.outbox.flush(SETTLE_MS);
  }

  private watch(capture: Capture): AbortController {
    const done = new AbortController();
    void this.limit(capture, done.signal);
    return done;
  }

  private async limit(capture: Capture, signal: AbortSignal): Promise<void> {
    const { successorMs, handOverMs } = this.times;
    await capture.lease.release();
    if (!capture.isWriting) { capture.stop('drained'); return; }
    capture.drain();
    const pause = async (ms: number): Promise<boolean> => wait(ms, true, { signal, ref: false }).catch(() => false);
    if (!await pause(successorMs)) return;
    if (!this.successors.has(capture.vodUuid)) this.log.info('no other recorder takes over', { vod: capture.vodUuid });
    else if (!await pause(handOverMs)) return;
    capture.stop('drained');
    if (await pause(SETTLE_MS)) capture.giveUp();
  }
}
