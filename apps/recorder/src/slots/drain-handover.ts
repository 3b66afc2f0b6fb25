import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { HAND_OVER, PULSES } from '#libs/contracts';
import { Log } from '#libs/service-kit';
import { type Capture } from '../capture/capture.js';
import { EventOutbox } from '../core/event-outbox.js';
import { IDENTITY, TIMES, type RecorderIdentity, type RecorderTimes } from '../core/tokens.js';

/**
 * Hands captures over to other recorders when this one drains. Releases the leases and continues to write until a
 * successor reports a stored segment: overlap, never a gap. If no recorder takes a lease within `successorMs`, none is
 * available, and waiting would only delay the shutdown. While NATS does not answer, nobody can take over, so the captures
 * use the whole time.
 */
@Injectable()
export class DrainHandover {
  private readonly log: Log;
  private readonly successors = new Set<string>();

  constructor(
    private readonly bus: Bus,
    private readonly outbox: EventOutbox,
    log: Log,
    @Inject(IDENTITY) private readonly identity: RecorderIdentity,
    @Inject(TIMES) private readonly times: RecorderTimes,
  ) {
    this.log = log.child('hand-over');
  }

  /** Records that another recorder took the lease of this VOD. */
  markSuccessor(vodUuid: string): void {
    this.successors.add(vodUuid);
  }

  async run(captures: readonly Capture[]): Promise<void> {
    const stopListening = this.bus.onPulse(PULSES.captureSnapshot, '*', ({ vodUuid, recorder, segments }) => {
      if (recorder === this.identity.name || segments === 0) return;
      captures.find((capture) => capture.vodUuid === vodUuid)?.stop('drained');
    });
    const timers = captures.map((capture) => this.watch(capture));
    await Promise.allSettled(captures.map((capture) => capture.finished));
    for (const timer of timers) timer.abort();
    stopListening();
    for (const { vodUuid } of captures) this.successors.delete(vodUuid);
    await this.outbox.flush(HAND_OVER.tellMs);
  }

  private watch(capture: Capture): AbortController {
    const done = new AbortController();
    this.limit(capture, done.signal).catch((error: unknown) => {
      this.log.failure('capture not handed over', error, { vod: capture.vodUuid });
      capture.stop('drained');
      capture.giveUp();
    });
    return done;
  }

  private async limit(capture: Capture, signal: AbortSignal): Promise<void> {
    const pause = async (ms: number): Promise<boolean> => wait(ms, true, { signal, ref: false }).catch(() => false);
    // If NATS does not answer, the lease expires by itself.
    const late = pause(HAND_OVER.releaseMs).then(() => false);
    const isReleased = await Promise.race([capture.lease.release(), late]);
    if (capture.isWriting && !(await this.awaitSuccessor(capture, { isReleased, pause }))) return;
    capture.stop('drained');
    if (await pause(HAND_OVER.settleMs)) capture.giveUp();
  }

  /** @returns false if the capture ended meanwhile */
  private async awaitSuccessor(
    capture: Capture,
    { isReleased, pause }: { readonly isReleased: boolean; readonly pause: (ms: number) => Promise<boolean> },
  ): Promise<boolean> {
    capture.drain();
    if (!(await pause(this.times.successorMs))) return false;
    if (!isReleased || this.successors.has(capture.vodUuid)) return pause(this.times.handOverMs);
    this.log.info('no other recorder took over', { vod: capture.vodUuid });
    return true;
  }
}
