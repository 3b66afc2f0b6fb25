import { BytesInFlight, type InFlightSettings, SharedRoom } from './bytes-in-flight.js';

/** Lent memory: `release` returns it, after which nothing may read `bytes`. A second call has no effect. */
export interface Lent {
  readonly bytes: Buffer;
  release(): void;
}

const STEP = 256 * 1024;
/** Small bodies (playlists, keys) are not lent from the pool, and their return must not start a waiting segment. */
const SMALL = 64 * 1024;
const STUCK_MS = 1000;
const TRICKLE_MS = 50;
const LONGEST_WAIT_MS = 8000;

export interface PoolSettings extends InFlightSettings {
  /** While more than this is lent, {@link BufferPool.room} waits. */
  readonly comfortableBytes?: number;
  /** Maximum unused memory that the pool retains. */
  readonly keepBytes?: number;
}

/**
 * Reusable memory for segments. New memory for each 2 MB segment costs page faults and garbage collection, which is a
 * large part of all CPU time at 60 streams. The pool also knows how much it has lent, so that many captures that start
 * together take turns.
 */
export class BufferPool {
  private readonly free = new Map<number, Buffer[]>();
  private freeBytes = 0;
  private lentBytes = 0;
  private reservedBytes = 0;
  /** Expected size of the next body: a moving average of the last ones. */
  private usualBytes = 1024 * 1024;
  private returnedAt = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly comfortableBytes: number;
  private readonly keepBytes: number;
  private readonly sharedRoom: SharedRoom;

  constructor({ comfortableBytes = 24 * 1024 * 1024, keepBytes = 24 * 1024 * 1024, ...inFlight }: PoolSettings = {}) {
    this.comfortableBytes = comfortableBytes;
    this.keepBytes = keepBytes;
    this.sharedRoom = new SharedRoom(inFlight);
  }

  /** The bounds of a new client for what it receives at the same time. */
  inFlight(): BytesInFlight {
    return new BytesInFlight(this.sharedRoom);
  }

  /**
   * Waits, in order, until the process has memory for another body: 60 captures that start together would otherwise
   * load 60 windows at once. Each returned body starts the next one. This is not a hard limit: if nothing returns for a
   * second (storage hangs), waiting callers start one after the other, 20 per second, and any caller starts after eight
   * seconds, so that one blocked capture does not block the others.
   * @returns a function to call when the body has its memory, or will not need it
   */
  async room(): Promise<() => void> {
    if (this.lentBytes + this.reservedBytes >= this.comfortableBytes) await this.turn();
    const reserved = this.usualBytes;
    this.reservedBytes += reserved;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      this.reservedBytes -= reserved;
      if (this.lentBytes + this.reservedBytes < this.comfortableBytes) this.wake();
    };
  }

  lend(sizeBytes: number): Lent {
    if (sizeBytes <= SMALL) return { bytes: Buffer.allocUnsafe(sizeBytes), release: () => undefined };
    const size = Math.max(1, Math.ceil(sizeBytes / STEP)) * STEP;
    const whole = this.take(size) ?? Buffer.allocUnsafeSlow(size);
    const actual = whole.length;
    let out = true;
    this.lentBytes += actual;
    this.usualBytes += (actual - this.usualBytes) / 16;
    return {
      bytes: whole.subarray(0, sizeBytes),
      release: () => {
        if (!out) return;
        out = false;
        this.lentBytes -= actual;
        this.returnedAt = performance.now();
        this.giveBack(whole);
        this.wake();
      },
    };
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => {
      const since = performance.now();
      if (this.waiting.length === 0) this.returnedAt = since;
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const trim = (): void => {
        const now = performance.now();
        const mayTrickle = now - this.returnedAt >= STUCK_MS && this.waiting[0] === go;
        if (now - since < LONGEST_WAIT_MS && !mayTrickle) {
          timer = setTimeout(trim, TRICKLE_MS);
          return;
        }
        if (mayTrickle) this.returnedAt = now - STUCK_MS + TRICKLE_MS;
        const at = this.waiting.indexOf(go);
        if (at >= 0) this.waiting.splice(at, 1);
        resolve();
      };
      let timer = setTimeout(trim, STUCK_MS);
      this.waiting.push(go);
    });
  }

  private wake(): void {
    const { waiting } = this;
    if (waiting.length > 0) waiting.shift()?.();
  }

  /** Reuses a buffer of the same size or of the next two larger ones: segments of one stream differ only a little. */
  private take(size: number): Buffer | undefined {
    for (const near of [size, size + STEP, size + 2 * STEP]) {
      const retained = this.free.get(near)?.pop();
      if (retained) {
        this.freeBytes -= retained.length;
        return retained;
      }
    }
    return undefined;
  }

  /**
   * Frees excess memory immediately. The garbage collector would leave hundreds of MB, since nothing else here triggers
   * it.
   */
  private giveBack(whole: Buffer): void {
    if (this.freeBytes + whole.length > this.keepBytes) {
      (whole.buffer as ArrayBuffer).transfer(0);
      return;
    }
    const list = this.free.get(whole.length);
    if (list) list.push(whole);
    else this.free.set(whole.length, [whole]);
    this.freeBytes += whole.length;
  }
}
