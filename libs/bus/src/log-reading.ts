import { type StoredMsg } from '@nats-io/jetstream';
import { LogLine } from '#libs/contracts';
import { decodeJson } from './message-codec.js';

/** A look for few among many ends here and is gone on with by the next question, so that none takes long. */
const LOOKED_AT = 2_000;

/**
 * Which lines: from a moment on, before another, behind a place in the order (0: from the first). `limit`: 1..1,000.
 */
export interface LogQuery {
  readonly from: Date;
  readonly to: Date;
  readonly after: number;
  readonly limit: number;
  readonly service?: string | undefined;
  readonly fits?: (line: LogLine) => boolean;
}
/** `position`: where to go on; `more`: there may be more right now. */
export interface LogPage {
  readonly lines: readonly StoredLine[];
  readonly position: number;
  readonly more: boolean;
}
/** A line with its place in the order of all services. */
export interface StoredLine {
  readonly seq: number;
  readonly line: LogLine;
}

/** One question to the log as it is answered, batch by batch. */
export class LogReading {
  readonly #lines: StoredLine[] = [];
  #looked = 0;
  #position: number;
  #more = false;

  constructor(private readonly query: LogQuery) {
    this.#position = query.after;
  }

  get isUntouched(): boolean {
    return this.#looked === 0;
  }
  get page(): LogPage {
    return { lines: this.#lines, position: this.#position, more: this.#more };
  }
  /** The position is one of another, earlier day. */
  isTooEarly([first]: readonly StoredMsg[]): boolean {
    return first !== undefined && first.time < this.query.from;
  }

  /** @param batch in the stream's order @returns whether the answer is complete */
  take(batch: readonly StoredMsg[]): boolean {
    for (const message of batch) {
      if (message.time >= this.query.to) return true;
      if (this.#isFull) {
        this.#more = true;
        return true;
      }
      this.#look(message);
    }
    this.#more = this.#isFull || this.#looked >= LOOKED_AT;
    return this.#more;
  }

  get #isFull(): boolean {
    return this.#lines.length >= this.query.limit;
  }

  #look({ seq, data }: StoredMsg): void {
    this.#looked += 1;
    this.#position = seq;
    const line = LogLine.safeParse(decodeJson(data)).data;
    if (line && (this.query.fits?.(line) ?? true)) this.#lines.push({ seq, line });
  }
}
