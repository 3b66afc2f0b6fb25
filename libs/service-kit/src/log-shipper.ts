import { setTimeout as wait } from 'node:timers/promises';
import { type LogLine } from '#libs/contracts';

/** Where lines go once there is a bus. */
export interface LogTarget {
  readonly connected: boolean;
  write(line: LogLine): Promise<void>;
}

const RETRY_MS = 1_000;

/**
 * Brings log lines to stream LOG without ever holding up who logs: a bounded buffer, the oldest line goes first when it
 * is full, and how many were lost is reported once there is room. Its own failures are not logged, or they would feed it.
 */
export class LogShipper {
  readonly #lines: LogLine[] = [];
  #lost = 0;
  #busy: Promise<void> | undefined;
  #target: LogTarget | undefined;
  #closed = false;

  /** @param most lines kept while NATS is away @param together lines sent at once */
  constructor(
    private readonly most = 2_000,
    private readonly together = 16,
  ) {}

  /** Lines written before NATS was there are sent now. */
  attach(target: LogTarget): void {
    this.#target = target;
    this.#pump();
  }

  add(line: LogLine): void {
    if (this.#lines.length >= this.most) {
      this.#lines.shift();
      this.#lost += 1;
    }
    this.#lines.push(line);
    this.#pump();
  }

  get waiting(): number {
    return this.#lines.length;
  }

  /** Sends what is left, for at most so long, and stops. */
  async close(withinMs = 1_000): Promise<void> {
    this.#closed = true;
    await Promise.race([this.#drained(), wait(withinMs, undefined, { ref: false })]);
  }

  async #drained(): Promise<void> {
    while (this.#busy) await this.#busy;
  }

  #pump(): void {
    if (this.#busy || !this.#target) return;
    this.#busy = this.#send(this.#target).finally(() => {
      this.#busy = undefined;
      // Logged while a run that found nothing more came to its end.
      if (this.#lines.length > 0 && !this.#closed) this.#pump();
    });
  }

  async #send(target: LogTarget): Promise<void> {
    while (this.#lines.length > 0) {
      if (target.connected && (await this.#sendSome(target))) continue;
      if (this.#closed) return;
      await wait(RETRY_MS, undefined, { ref: false });
    }
  }

  async #sendSome(target: LogTarget): Promise<boolean> {
    const some = this.#lines.splice(0, this.together);
    this.#reportLost(some);
    const failed = (
      await Promise.all(
        some.map((line) =>
          target.write(line).then(
            () => null,
            () => line,
          ),
        ),
      )
    ).filter((line) => line !== null);
    this.#lines.unshift(...failed);
    return failed.length === 0;
  }

  #reportLost(some: LogLine[]): void {
    const first = some[0];
    if (this.#lost === 0 || !first) return;
    some.unshift({
      ...first,
      module: 'log',
      level: 'warn',
      text: 'log lines were lost while NATS was away',
      metadata: { lines: this.#lost },
    });
    this.#lost = 0;
  }
}
