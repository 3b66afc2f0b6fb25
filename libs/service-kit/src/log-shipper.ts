import { setTimeout as wait } from 'node:timers/promises';
import { type LogLine } from '#libs/contracts';

/** Destination of log lines once the bus is connected. */
export interface LogTarget {
  readonly connected: boolean;
  write(line: LogLine): Promise<void>;
}

/**
 * Ships log lines to stream LOG without blocking the caller. The buffer is bounded: if it is full, the oldest line is
 * dropped. The number of lost lines is reported when there is room again. Errors of the shipper itself are not logged,
 * because they would add lines to the buffer.
 */
export class LogShipper {
  readonly #lines: LogLine[] = [];
  #lost = 0;
  #busy: Promise<void> | undefined;
  #target: LogTarget | undefined;
  #closed = false;

  /**
   * @param maxLines maximum number of lines to buffer while NATS is unavailable
   * @param batchSize maximum number of lines to send at once
   * @param retryMs delay after a failed write
   */
  constructor(
    private readonly maxLines = 2_000,
    private readonly batchSize = 16,
    private readonly retryMs = 1_000,
  ) {}

  /** Starts shipping, including lines that were logged before NATS was connected. */
  attach(target: LogTarget): void {
    this.#target = target;
    this.#pump();
  }

  add(line: LogLine): void {
    if (this.#lines.length >= this.maxLines) {
      this.#lines.shift();
      this.#lost += 1;
    }
    this.#lines.push(line);
    this.#pump();
  }

  get waiting(): number {
    return this.#lines.length;
  }

  /** Sends the remaining lines for at most `withinMs` and stops. */
  async close(withinMs = 1_000): Promise<void> {
    this.#closed = true;
    await Promise.race([this.#waitUntilSent(), wait(withinMs, undefined, { ref: false })]);
  }

  async #waitUntilSent(): Promise<void> {
    while (this.#busy) await this.#busy;
  }

  #pump(): void {
    if (this.#busy || !this.#target) return;
    this.#busy = this.#send(this.#target).finally(() => {
      this.#busy = undefined;
      // Handles a line that was added after the last check of the finished run.
      if (this.#lines.length > 0 && !this.#closed) this.#pump();
    });
  }

  async #send(target: LogTarget): Promise<void> {
    while (this.#lines.length > 0) {
      if (target.connected && (await this.#sendBatch(target))) continue;
      if (this.#closed) return;
      await wait(this.retryMs, undefined, { ref: false });
    }
  }

  async #sendBatch(target: LogTarget): Promise<boolean> {
    const batch = this.#lines.splice(0, this.batchSize);
    this.#reportLost(batch);
    const failed = (
      await Promise.all(
        batch.map((line) =>
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

  #reportLost(batch: LogLine[]): void {
    const first = batch[0];
    if (this.#lost === 0 || !first) return;
    batch.unshift({
      ...first,
      module: 'log',
      level: 'warn',
      text: 'log lines were lost while NATS was unavailable',
      metadata: { lines: this.#lost },
    });
    this.#lost = 0;
  }
}
