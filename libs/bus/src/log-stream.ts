import { LogLine } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { readBatch } from './direct-read.js';
import { decodeJson } from './message-codec.js';
import { outside } from './outside.js';
import { STREAMS } from './stream-plan.js';
import { subjectToken } from './subject-token.js';

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Longest line that is kept whole; NATS refuses 1 MB, and a line that can never be written would hold up all others. */
const MAX_LINE_BYTES = 64 * 1024;

function encode(line: LogLine): string {
  const text = JSON.stringify(line);
  if (text.length <= MAX_LINE_BYTES) return text;
  return JSON.stringify({ ...line, text: line.text.slice(0, 8_192), metadata: { cut: `${text.length} characters were too many` } });
}

/** A line with its place in the order of all services. */
export interface StoredLine { readonly seq: number; readonly line: LogLine }

/** Log lines of every service in one order; kept 14 days and 1 GB at most. A day is a UTC day of the time NATS got the line. */
export class LogStream {
  constructor(private readonly link: BusLink) {}

  /** @throws OutsideError `bus-unavailable` - the line is not kept */
  async write(line: LogLine): Promise<void> {
    await outside('write log', () => this.link.js.publish(`log.${subjectToken(line.service)}`, encode(line)));
  }

  /**
   * Lines of one day after a place in the order; ask again with the last `seq` for more.
   * @param day `YYYY-MM-DD`
   * @param afterSeq 0 for the start of the day
   * @param limit 1..1,000
   */
  async read({ day, afterSeq, limit }: { readonly day: string; readonly afterSeq: number; readonly limit: number }): Promise<StoredLine[]> {
    const from = new Date(`${day}T00:00:00.000Z`);
    const found = await this.#batch(afterSeq > 0 ? { seq: afterSeq + 1 } : { start_time: from }, limit);
    return found.filter((m) => dayOf(m.time) === day).map((m) => ({ seq: m.seq, line: LogLine.safeParse(decodeJson(m.data)) })).flatMap(({ seq, line }) => (line.success ? [{ seq, line: line.data }] : []));
  }

  /** Days that have lines, newest first. */
  async days(): Promise<string[]> {
    const { state } = await outside('log days', () => this.link.jsm.streams.info(STREAMS.log));
    if (state.messages === 0) return [];
    const days: string[] = [];
    let [line] = await this.#batch({ start_time: new Date(state.first_ts) }, 1);
    while (line) {
      days.unshift(dayOf(line.time));
      const nextDay = new Date((Math.floor(line.time.getTime() / DAY_MS) + 1) * DAY_MS);
      [line] = await this.#batch({ start_time: nextDay }, 1);
    }
    return days;
  }

  #batch(from: { readonly seq: number } | { readonly start_time: Date }, batch: number) {
    return outside('read log', () => readBatch(this.link.jsm, STREAMS.log, { ...from, batch, next_by_subj: 'log.>' }));
  }
}
