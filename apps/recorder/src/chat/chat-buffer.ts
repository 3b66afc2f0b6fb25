import { type ChatChunkName, type ChatRecord, encodeChatRecord } from '#libs/contracts';

/** A complete chunk of chat: its bytes, and the fields of its name. */
export interface Chunk {
  readonly name: ChatChunkName;
  readonly body: Buffer;
}

/** Limits at which a chunk is cut: ms since its first record, bytes, records. */
export interface ChunkLimits {
  readonly ageMs: number;
  readonly bytes: number;
  readonly records: number;
}

/**
 * Collects records and cuts them into chunks. `unsaved` returns each record once, for a copy on the local disk. Pure:
 * the caller passes the time, in ms of any clock.
 */
export class ChatBuffer {
  private n = 0;
  /** Records as text, added since the last {@link ChatBuffer.unsaved}. */
  private lines: string[] = [];
  private saved: Buffer[] = [];
  private bytes = 0;
  private count = 0;
  private beganAt = 0;
  private firstAt = Infinity;
  private lastAt = -Infinity;

  constructor(private readonly limits: ChunkLimits) {}

  /** Number of the chunk that is being filled. */
  get number(): number {
    return this.n;
  }

  /** @returns true if the chunk is full now */
  add(record: ChatRecord, now: number): boolean {
    const line = encodeChatRecord(record);
    if (this.count === 0) this.beganAt = now;
    this.lines.push(line);
    this.count += 1;
    // One UTF-16 unit takes at most three bytes. The limit protects memory and need not be exact.
    this.bytes += line.length;
    this.firstAt = Math.min(this.firstAt, record.at);
    this.lastAt = Math.max(this.lastAt, record.at);
    return this.count >= this.limits.records || this.bytes >= this.limits.bytes;
  }

  isDue(now: number): boolean {
    return this.count > 0 && now - this.beganAt >= this.limits.ageMs;
  }

  /** The text added since the last call; null if there is none. */
  unsaved(): Buffer | null {
    if (this.lines.length === 0) return null;
    const bytes = Buffer.from(this.lines.join(''));
    this.lines = [];
    this.saved.push(bytes);
    return bytes;
  }

  /**
   * Ends the chunk.
   * @returns null if it is empty
   */
  cut(): Chunk | null {
    if (this.count === 0) return null;
    this.unsaved();
    const chunk = {
      name: { n: this.n, firstAt: this.firstAt, lastAt: this.lastAt, count: this.count },
      body: Buffer.concat(this.saved),
    };
    Object.assign(this, { n: this.n + 1, saved: [], bytes: 0, count: 0, firstAt: Infinity, lastAt: -Infinity });
    return chunk;
  }
}
