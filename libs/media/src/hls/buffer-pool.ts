/** Bytes on loan: `release` gives the memory back, after which nobody may look at `bytes`. Calling it twice is harmless. */
export interface Lent { readonly bytes: Buffer; release(): void }

const STEP = 256 * 1024;

/**
 * Memory for segments, used again and again. Fresh memory for each 2 MB segment costs page faults and garbage collection, which at 60 streams
 * is a good part of the whole CPU; and what is lent is known, so that a bound can be kept.
 */
export class BufferPool {
  private readonly free = new Map<number, Buffer[]>();
  private freeBytes = 0;

  /** @param keepBytes most memory that is kept while nobody needs it */
  constructor(private readonly keepBytes = 8 * 1024 * 1024) {}

  lend(sizeBytes: number): Lent {
    const size = Math.max(1, Math.ceil(sizeBytes / STEP)) * STEP;
    const kept = this.take(size);
    const whole = kept ?? Buffer.allocUnsafeSlow(size);
    let out = true;
    return {
      bytes: whole.subarray(0, sizeBytes),
      release: () => {
        if (out) this.giveBack(whole);
        out = false;
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
