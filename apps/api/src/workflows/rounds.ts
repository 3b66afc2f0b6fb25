import { messageOf } from '#libs/errors';
import { Logger } from '@nestjs/common';

/**
 * Runs a piece of work again and again: every `everyMs`, or sooner when woken; never twice at once. A round that fails
 * is logged and the next one tries again, since every round starts from what is true.
 */
export class Rounds {
  private readonly log: Logger;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = true;
  private lastFault = '';

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
  ) {
    this.log = new Logger(name);
  }

  start(): void {
    this.stopped = false;
    this.wake();
  }

  /** Asks for a round now; when one runs, for another one right after it. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.running = this.once().finally(() => this.next());
  }

  /** Ends after the round that is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private next(): void {
    this.running = null;
    if (this.stopped) return;
    if (this.again) {
      this.again = false;
      this.wake();
      return;
    }
    this.timer = setTimeout(() => this.wake(), this.everyMs);
  }

  /** The same fault is told once, not every round. */
  private async once(): Promise<void> {
    try {
      await this.work();
      this.lastFault = '';
    } catch (thrown) {
      if (this.stopped) return; // a round that was cut off by the end
      const fault = messageOf(thrown);
      if (fault !== this.lastFault)
        this.log.error(
          `${this.name} failed and is tried again: ${fault}`,
          thrown instanceof Error ? stackOf(thrown) : undefined,
        );
      this.lastFault = fault;
    }
  }
}

/** Of what is behind it, where one error tells of several. */
const stackOf = ({ stack, cause }: Error): string | undefined => (cause instanceof Error ? cause.stack : stack);
