import { setTimeout as wait } from 'node:timers/promises';
import { type Bus, type EventDef } from '#libs/bus';
import { type Payload } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { type Log } from '#libs/service-kit';

interface Pending {
  readonly name: string;
  readonly send: () => Promise<unknown>;
}

const MAX_EVENTS = 10_000;
const RETRY_MS = 1000;

/**
 * Publishes events in order and retries while NATS is unavailable. Keeps them in memory only: an event is a hint, and
 * storage holds the same facts. The message id is derived from the event, so that NATS drops a duplicate.
 */
export class EventOutbox {
  private readonly queue: Pending[] = [];
  private running: Promise<void> | null = null;

  constructor(
    private readonly bus: Pick<Bus, 'publish'>,
    private readonly log: Log,
  ) {}

  add<D extends EventDef>(def: D, payload: Payload<D>, msgId: string): void {
    if (this.queue.length >= MAX_EVENTS) this.queue.shift();
    this.queue.push({ name: def.name, send: () => this.bus.publish(def, payload, { msgId }) });
    this.work();
  }

  /** Waits until the queue is empty, at most `limitMs`. */
  async flush(limitMs: number): Promise<void> {
    await Promise.race([this.empty(), wait(limitMs, undefined, { ref: false })]);
  }

  private async empty(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Starts a run. If an event is added while a run is finishing, a new run starts after it. */
  private work(): void {
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.queue.length > 0) this.work();
    });
  }

  private async run(): Promise<void> {
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      try {
        await next.send();
      } catch (error) {
        if (isAppError(error) && error.fault === 'outside') {
          await wait(RETRY_MS, undefined, { ref: false });
          continue;
        }
        this.log.failure('event not published', error, { event: next.name });
      }
      if (this.queue[0] === next) this.queue.shift();
    }
  }
}
