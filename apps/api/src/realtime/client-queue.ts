/** The parts of a `ws` socket that the queue needs. */
export interface Wire {
  readonly bufferedAmount: number;
  send(text: string, done: (error?: Error | null) => void): void;
}
export interface Frame {
  readonly key: string | null;
  readonly text: string;
}
interface Limits {
  /** If the socket has more unsent bytes than this, frames wait in the queue. */
  readonly wireBytes: number;
  readonly frames: number;
  readonly bytes: number;
}

const LIMITS: Limits = { wireBytes: 256 * 1024, frames: 1_000, bytes: 8 * 1024 * 1024 };

/**
 * Send queue of one client. A slow client gets the newest state and skips replaced frames. A client that does not read
 * is disconnected. No sender waits for a client.
 */
export class ClientQueue {
  private waiting: Frame[] = [];
  private bytes = 0;
  private isOver = false;

  /** @param disconnect called once, when the queue exceeds the limits */
  constructor(
    private readonly wire: Wire,
    private readonly disconnect: () => void,
    private readonly limits: Limits = LIMITS,
  ) {}

  push(frame: Frame): void {
    if (this.isOver) return;
    if (this.waiting.length === 0 && this.wire.bufferedAmount < this.limits.wireBytes) {
      this.send(frame);
      return;
    }
    this.replace(frame);
    if (this.waiting.length > this.limits.frames || this.bytes > this.limits.bytes) this.end();
  }

  /** Number of waiting frames, for tests and health. */
  get length(): number {
    return this.waiting.length;
  }

  private replace(frame: Frame): void {
    const old = frame.key === null ? -1 : this.waiting.findIndex((f) => f.key === frame.key);
    if (old >= 0) this.bytes -= this.waiting.splice(old, 1)[0]?.text.length ?? 0;
    this.waiting.push(frame);
    this.bytes += frame.text.length;
  }

  private send(frame: Frame): void {
    this.wire.send(frame.text, () => {
      this.drain();
    });
  }

  private drain(): void {
    while (!this.isOver && this.wire.bufferedAmount < this.limits.wireBytes) {
      const next = this.waiting.shift();
      if (!next) return;
      this.bytes -= next.text.length;
      this.send(next);
    }
  }

  private end(): void {
    this.isOver = true;
    this.waiting = [];
    this.bytes = 0;
    this.disconnect();
  }
}
