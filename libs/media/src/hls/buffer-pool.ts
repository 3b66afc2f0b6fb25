/** Bytes on loan: `release` gives the memory back, after which nobody may look at `bytes`. Calling it twice is harmless. */
export interface Lent { readonly bytes: Buffer; release(): void }

const STEP = 256 * 1024;
const LONGEST_WAIT_MS = 1000;

export interface PoolSettings {
  /** While more than this is on loan, {@link BufferPool.room} waits. */
  readonly comfortableBytes?: number;
  /** Most memory that is kept while nobody needs it. */
  readonly keepBytes?: number;
}

/**
 * Memory for segments, used again and again. Fresh memory for each 2 MB segment costs page faults and garbage collection, which at 60 streams
 * is a good part of the whole CPU; and what is lent is known, so that a bound can be kept.
 */
export class BufferPool {
  private readonly free = new Map<number, Buffer[]>();
  private freeBytes = 0;
  private lentBytes = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly comfortableBytes: number;
  private readonly keepBytes: number;

  constructor({ comfortableBytes = 48 * 1024 * 1024, keepBytes = 24 * 1024 * 1024 }: PoolSettings = {}) {
    this.comfortableBytes = comfortableBytes;
    this.keepBytes = keepBytes;
  }

  /**
   * Waits, in order, until the process has memory to spare, at most a second: 60 captures that start at once would fetch 60 windows at once.
   * Not a bound: a source or a storage that hangs must not stop the captures beside it.
   */
  async room(): Promise<void> {
    if (this.lentBytes < this.comfortableBytes) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(go, LONGEST_WAIT_MS);
      function go(): void { clearTimeout(timer); resolve(); }
      this.waiting.push(go);
    });
  }

  lend(sizeBytes: number): Lent {
    const size = Math.max(1, Math.ceil(sizeBytes / STEP)) * STEP;
    const kept = this.take(size);
    const whole = kept ?? Buffer.allocUnsafeSlow(size);
    let out = true;
    this.lentBytes += size;
    return {
      bytes: whole.subarray(0, sizeBytes),
      release: () => {
        if (!out) return;
        out = false;
        this.lentBytes -= size;
        this.giveBack(whole);
        if (this.lentBytes < this.comfortableBytes) this.waiting.shift()?.();
      },
    };
  }

  /** One of the same size, or the next two larger ones: segments of one stream differ a little. */
  private take(size: number): Buffer | undefined {
    for (const near of [size, size + STEP, size + 2 * STEP]) {
      const kept = this.free.get(near)?.pop();
      if (kept) { this.freeBytes -= kept.length; return kept; }
    }
    return undefined;
  }

  private giveBack(whole: Buffer): void {
    if (this.freeBytes + whole.length > this.keepBytes) return;
    const list = this.free.get(whole.length);
    if (list) list.push(whole);
    else this.free.set(whole.length, [whole]);
    this.freeBytes += whole.length;
  }
}
