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
 * Longest line that is kept whole; NATS refuses 1 MB, and a line that can never be written would hold up all others.
 */
const MAX_LINE_BYTES = 64 * 1024;

function encode(line: LogLine): string {
  const text = JSON.stringify(line);
  if (text.length <= MAX_LINE_BYTES) return text;
  return JSON.stringify({
    ...line,
    text: line.text.slice(0, 8_192),
    metadata: { cut: `${text.length} characters were too many` },
  });
}

/** Most that NATS gives in one answer. */
const BATCH = 1_000;
const ONE = { size: 1, subject: 'log.>' };
type Cursor = { readonly seq: number } | { readonly start_time: Date };

/**
 * Log lines of every service in one order; kept 14 days and 1 GB at most. A day is a UTC day of the time NATS got the
 * line.
 */
export class LogStream {
  constructor(private readonly link: BusLink) {}

  /** @throws OutsideError `bus-unavailable` - the line is not kept */
  async write(line: LogLine): Promise<void> {
    await busCall('write log', () => this.link.js.publish(`log.${subjectToken(line.service)}`, encode(line)));
  }

  /**
   * Lines of all services in the one order in which they came. Ask again after `position` for more: nothing comes
   * twice, nothing is left out. A look through very many lines that do not fit stops with `more`.
   */
  async read(query: LogQuery): Promise<LogPage> {
    const { from, after } = query;
    const reading = new LogReading(query);
    const kind = kindOf(query);
    let cursor: Cursor = after > 0 ? { seq: after + 1 } : { start_time: from };
    for (;;) {
      const batch = await this.#batch(cursor, kind);
      if (batch.length === 0)
        return reading.isUntouched
          ? { lines: [], position: await this.#withinStream(after), more: false }
          : reading.page;
      if ('seq' in cursor && reading.isTooEarly(batch)) {
        cursor = { start_time: from };
        continue;
      }
      if (reading.take(batch)) return reading.page;
      cursor = { seq: reading.page.position + 1 };
    }
  }

  /**
   * Receives lines of all services as they are written, until the returned function is called. What comes while NATS is
   * away is in {@link read} only.
   */
  subscribe(handler: (line: LogLine) => void): () => void {
    const subscription = this.link.nc.subscribe('log.>', {
      callback: (error, message) => {
        if (error) {
          this.link.problem('hearing the log', error);
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
    let [line] = await this.#batch({ start_time: new Date(state.first_ts) }, ONE);
    while (line) {
      days.unshift(dayOf(line.time));
      const nextDay = new Date((Math.floor(line.time.getTime() / DAY_MS) + 1) * DAY_MS);
      [line] = await this.#batch({ start_time: nextDay }, ONE);
    }
    return days;
  }

  /** A place that the stream has not reached yet would hide what comes until it does. */
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

const kindOf = ({ fits, limit, service }: LogQuery) => ({
  size: fits ? BATCH : Math.min(BATCH, limit),
  subject: service === undefined ? 'log.>' : `log.${subjectToken(service)}`,
});

/** A look for few among many ends here and is gone on with by the next question, so that none takes long. */
const INSPECTED = 2_000;

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
class LogReading {
  readonly #lines: StoredLine[] = [];
  #scanned = 0;
  #position: number;
  #more = false;

  constructor(private readonly query: LogQuery) {
    this.#position = query.after;
  }

  get isUntouched(): boolean {
    return this.#scanned === 0;
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
      this.#scan(message);
    }
    this.#more = this.#isFull || this.#scanned >= INSPECTED;
    return this.#more;
  }

  get #isFull(): boolean {
    return this.#lines.length >= this.query.limit;
  }

  #scan({ seq, data }: StoredMsg): void {
    this.#scanned += 1;
    this.#position = seq;
    const line = LogLine.safeParse(decodeJson(data)).data;
    if (line && (this.query.fits?.(line) ?? true)) this.#lines.push({ seq, line });
  }
}
