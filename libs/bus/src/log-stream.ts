import { type StoredMsg } from '@nats-io/jetstream';
import { LogLine } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { readBatch } from './direct-read.js';
import { decodeJson, subjectToken } from './message-codec.js';
import { busCall } from './bus-call.js';
import { STREAMS } from './stream-plan.js';

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Longest line that is stored whole; a longer one is truncated. NATS refuses messages of 1 MB, and a line that can
 * never be written would block all later lines.
 */
const MAX_LINE_BYTES = 64 * 1024;

function encode(line: LogLine): string {
  const text = JSON.stringify(line);
  if (Buffer.byteLength(text) <= MAX_LINE_BYTES) return text;
  return JSON.stringify({
    ...line,
    text: line.text.slice(0, 8_192),
    metadata: { cut: `the line had ${text.length} characters` },
  });
}

/** Maximum number of messages that NATS returns in one answer. */
const BATCH_SIZE = 1_000;
const ONE_MESSAGE = { size: 1, subject: 'log.>' };
type Cursor = { readonly seq: number } | { readonly start_time: Date };

/**
 * Log lines of all services in one order; retained for 14 days and up to 1 GB. A day is the UTC day in which NATS
 * received the line.
 */
export class LogStream {
  constructor(private readonly link: BusLink) {}

  /** @throws OutsideError `bus-unavailable` - the line is not stored */
  async write(line: LogLine): Promise<void> {
    await busCall('write log', () => this.link.js.publish(`log.${subjectToken(line.service)}`, encode(line)));
  }

  /**
   * Reads lines of all services in the order in which NATS received them. To continue, read again after `position`: no
   * line is repeated or skipped. If very many lines do not match, the read stops early with `more`.
   */
  async read(query: LogQuery): Promise<LogPage> {
    const { from, after } = query;
    const reading = new LogReading(query);
    const batchKind = batchOf(query);
    let cursor: Cursor = after > 0 ? { seq: after + 1 } : { start_time: from };
    for (;;) {
      const batch = await this.#batch(cursor, batchKind);
      if (batch.length === 0)
        return reading.isUntouched
          ? { lines: [], position: await this.#withinStream(after), more: false }
          : reading.page;
      if ('seq' in cursor && reading.isTooEarly(batch)) {
        cursor = { start_time: from };
        continue;
      }
      if (reading.add(batch)) return reading.page;
      cursor = { seq: reading.page.position + 1 };
    }
  }

  /**
   * Receives lines of all services as they are written, until the returned function is called. Lines written while NATS
   * is unavailable are only available through {@link read}.
   */
  subscribe(handler: (line: LogLine) => void): () => void {
    const subscription = this.link.nc.subscribe('log.>', {
      callback: (error, message) => {
        if (error) {
          this.link.problem('receiving the log failed', error);
          return;
        }
        const line = LogLine.safeParse(decodeJson(message.data)).data;
        if (line) handler(line);
      },
    });
    return () => {
      subscription.unsubscribe();
    };
  }

  /** Days that have lines, newest first. */
  async days(): Promise<string[]> {
    const { state } = await busCall('log days', () => this.link.jsm.streams.info(STREAMS.log));
    if (state.messages === 0) return [];
    const days: string[] = [];
    let [line] = await this.#batch({ start_time: new Date(state.first_ts) }, ONE_MESSAGE);
    while (line) {
      days.unshift(dayOf(line.time));
      const nextDay = new Date((Math.floor(line.time.getTime() / DAY_MS) + 1) * DAY_MS);
      [line] = await this.#batch({ start_time: nextDay }, ONE_MESSAGE);
    }
    return days;
  }

  /**
   * Limits a position to the end of the stream. A position beyond the end would hide new lines until the stream reaches
   * it.
   */
  async #withinStream(seq: number): Promise<number> {
    if (seq === 0) return 0;
    const { state } = await busCall('log position', () => this.link.jsm.streams.info(STREAMS.log));
    return Math.min(seq, state.last_seq);
  }

  #batch(from: Cursor, { size, subject }: { readonly size: number; readonly subject: string }) {
    return busCall('read log', () =>
      readBatch(this.link.jsm, STREAMS.log, { ...from, batch: size, next_by_subj: subject }),
    );
  }
}

/** What one request reads: all lines of a filtered query are inspected, so their number is not limited by `limit`. */
const batchOf = ({ fits, limit, service }: LogQuery) => ({
  size: fits ? BATCH_SIZE : Math.min(BATCH_SIZE, limit),
  subject: service === undefined ? 'log.>' : `log.${subjectToken(service)}`,
});

/** Maximum number of lines that one filtered read inspects. The next read continues there, so no read takes long. */
const MAX_INSPECTED = 2_000;

/**
 * Selects lines: received at or after `from`, before `to`, and behind sequence number `after` (0: from the first).
 * `limit`: 1 to 1,000.
 */
export interface LogQuery {
  readonly from: Date;
  readonly to: Date;
  readonly after: number;
  readonly limit: number;
  readonly service?: string | undefined;
  readonly fits?: (line: LogLine) => boolean;
}
/** `position`: where the next read continues; `more`: more lines may be available now. */
export interface LogPage {
  readonly lines: readonly StoredLine[];
  readonly position: number;
  readonly more: boolean;
}
/** A line with its sequence number in the log stream. */
interface StoredLine {
  readonly seq: number;
  readonly line: LogLine;
}

/** Collects the result of one read, batch by batch. */
class LogReading {
  readonly #lines: StoredLine[] = [];
  #inspected = 0;
  #position: number;
  #more = false;

  constructor(private readonly query: LogQuery) {
    this.#position = query.after;
  }

  get isUntouched(): boolean {
    return this.#inspected === 0;
  }
  get page(): LogPage {
    return { lines: this.#lines, position: this.#position, more: this.#more };
  }
  /** Whether a batch that was read from a position starts before `from`: the position belongs to an earlier day. */
  isTooEarly([first]: readonly StoredMsg[]): boolean {
    return first !== undefined && first.time < this.query.from;
  }

  /** @param batch in stream order @returns whether the page is complete */
  add(batch: readonly StoredMsg[]): boolean {
    for (const message of batch) {
      if (message.time >= this.query.to) return true;
      if (this.#isFull) {
        this.#more = true;
        return true;
      }
      this.#inspect(message);
    }
    this.#more = this.#isFull || this.#inspected >= MAX_INSPECTED;
    return this.#more;
  }

  get #isFull(): boolean {
    return this.#lines.length >= this.query.limit;
  }

  #inspect({ seq, data }: StoredMsg): void {
    this.#inspected += 1;
    this.#position = seq;
    const line = LogLine.safeParse(decodeJson(data)).data;
    if (line && (this.query.fits?.(line) ?? true)) this.#lines.push({ seq, line });
  }
}
