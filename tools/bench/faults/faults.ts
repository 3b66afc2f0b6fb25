import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { datesFrozen, datesStep } from '../../provider-sim/sources/9-dates.js';
import { edgesOtherNames } from '../../provider-sim/sources/10-two-edges.js';
import { longSegments } from '../../provider-sim/sources/11-long-segments.js';
import { gzipBomb, zeros } from '../../provider-sim/sources/hostile-bodies.js';
import { dayList, gzippedList, multiplyingNames } from '../../provider-sim/sources/hostile-lists.js';
import type { Reply, SourceSpec, UsualAnswer } from '../../provider-sim/sources/source-spec.js';

/**
 * Which faults run at the same time, each suite on an installation of its own. `killed`: the recording processes are
 * killed with SIGKILL at {@link KILLED_AT_MS}. `hostile`: a healthy channel is recorded by the same recorder.
 */
export const SUITES = ['usual', 'killed', 'hostile'] as const;
export type SuiteName = (typeof SUITES)[number];

/** One fault of a source. Its times are on the clock of the source, which starts with the first request. */
export interface Fault {
  readonly name: string;
  readonly about: string;
  readonly suite: SuiteName;
  /** Makes a source. Each tool under test gets one of its own, because sources have state. */
  source(): Omit<SourceSpec, 'name'>;
  /** Time in which no list or no answer at all can be read. */
  readonly outage?: Outage;
  /** Number of a segment whose media no tool can ever read. */
  readonly withoutMedia?: number;
}

/** From start to end, ms. */
interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Name of the healthy channel of the suite `hostile`. Its server has a process of its own. */
export const HEALTHY = 'healthy';
export const KILLED_AT_MS = 22_500;
/** Length of a stream. */
const SECONDS = 44;
/** Length of a stream with an outage of 30 s. */
const LONG_SECONDS = 70;
/** Start of each outage. */
const OUTAGE_AT_MS = 21_500;
/** Number and file name of the segment that a fault of one segment hits. */
const HIT = 10;
const HIT_NAME = `c${String(HIT)}.ts`;
const USUAL = { seconds: SECONDS, window: 6 } as const;
const MB = 2 ** 20;

const outage = (ms: number): Outage => ({ fromMs: OUTAGE_AT_MS, toMs: OUTAGE_AT_MS + ms });
const isIn = ({ fromMs, toMs }: Outage, atMs: number): boolean => atMs >= fromMs && atMs < toMs;

/** A server that answers with something else than the list during an outage. */
function badList(during: Outage, reply: Reply): Omit<SourceSpec, 'name'> {
  return {
    ...USUAL,
    answer: ({ path, atMs }, usual) => (path === 'index.m3u8' && isIn(during, atMs) ? reply : usual()),
  };
}

/** A server that serves neither lists nor segments during an outage. */
function deadServer(during: Outage, answer: () => Promise<Reply>): Omit<SourceSpec, 'name'> {
  return {
    ...USUAL,
    seconds: LONG_SECONDS,
    answer: ({ atMs }, usual) => (isIn(during, atMs) ? answer() : usual()),
  };
}

/** One segment whose answer is wrong. @param sinceMs from the first request for it on */
function badSegment(
  answer: (usual: UsualAnswer, sinceMs: number, request: number) => Reply | Promise<Reply>,
): Omit<SourceSpec, 'name'> {
  let first: number | null = null;
  let requests = 0;
  return {
    ...USUAL,
    answer: ({ path, atMs }, usual) => {
      if (path !== HIT_NAME) return usual();
      first ??= atMs;
      return answer(usual, atMs - first, requests++);
    },
  };
}

/** The connection ends after half of the body. */
async function cutReply(usual: UsualAnswer): Promise<Reply> {
  const reply = await usual();
  const body = reply.body as Buffer;
  async function* half(): AsyncGenerator<Buffer> {
    yield body.subarray(0, body.length >> 1);
    await wait(100);
    throw new Error('cut');
  }
  return {
    ...reply,
    headers: { ...reply.headers, 'content-length': String(body.length) },
    stream: Readable.from(half()),
  };
}

/** A restarted encoder: numbers, names and timestamps begin again, and the list has only what is new. */
function restarted(): Omit<SourceSpec, 'name'> {
  const isNew = (n: number): boolean => n >= HIT;
  return {
    ...USUAL,
    nameOf: (n) => `c${String(isNew(n) ? n - HIT : n)}.ts`,
    numberOf: ({ first, last }) => (isNew(last) ? Math.max(first, HIT) - HIT : first),
    shiftOf: (n) => (isNew(n) ? -2 * HIT : 0),
    tagsOf: (n) => (n === HIT ? ['#EXT-X-DISCONTINUITY'] : []),
    list: (text, { last }) => {
      const at = text.indexOf('#EXT-X-DISCONTINUITY');
      return isNew(last) && at >= 0 ? text.slice(0, text.indexOf('#EXTINF')) + text.slice(at) : text;
    },
  };
}

/** Pause between two pieces of a body, ms. */
const PIECE_MS = 50;

const steady = (source: SourceSpec, seconds = SECONDS): Omit<SourceSpec, 'name'> => ({ ...source, seconds });

export const FAULTS: readonly Fault[] = [
  {
    name: 'bad-poll',
    about: 'the list answers 500 for 2.2 s',
    suite: 'usual',
    outage: outage(2200),
    source: () => badList(outage(2200), { status: 500 }),
  },
  {
    name: 'list-500',
    about: 'the list answers 500 for 15 s',
    suite: 'usual',
    outage: outage(15_000),
    source: () => badList(outage(15_000), { status: 500 }),
  },
  {
    name: 'closed',
    about: 'the server closes all connections for 30 s',
    suite: 'usual',
    outage: outage(30_000),
    source: () => deadServer(outage(30_000), () => Promise.reject(new Error('closed'))),
  },
  {
    name: 'silent',
    about: 'the server does not answer for 30 s',
    suite: 'usual',
    outage: outage(30_000),
    source: () => deadServer(outage(30_000), () => new Promise(() => undefined)),
  },
  { name: 'reset', about: 'numbers, names and timestamps start again', suite: 'usual', source: restarted },
  {
    name: 'segment-404-once',
    about: 'a segment is 404 once',
    suite: 'usual',
    source: () => badSegment((usual, _sinceMs, request) => (request === 0 ? { status: 404 } : usual())),
  },
  {
    name: 'segment-404-3s',
    about: 'a segment is 404 for 3 s',
    suite: 'usual',
    source: () => badSegment((usual, sinceMs) => (sinceMs < 3000 ? { status: 404 } : usual())),
  },
  {
    name: 'cut-body',
    about: 'a body is cut at half once',
    suite: 'usual',
    source: () => badSegment((usual, _sinceMs, request) => (request === 0 ? cutReply(usual) : usual())),
  },
  { name: 'killed', about: 'kill -9 of what records', suite: 'killed', source: () => ({ ...USUAL }) },
  { name: 'dates-frozen', about: 'each list has the same date', suite: 'usual', source: () => steady(datesFrozen()) },
  { name: 'dates-step', about: 'the dates jump by 2.5 s once', suite: 'usual', source: () => steady(datesStep()) },
  {
    name: 'dates-alternate',
    about: 'the dates of each second list are 1 s later',
    suite: 'usual',
    source: () => ({
      ...USUAL,
      dateOf: (n, { last, startedAt }) => startedAt + 2000 * n + (last % 2) * 1000,
    }),
  },
  {
    name: 'two-edges',
    about: 'two edges with other names and numbers',
    suite: 'usual',
    source: () => steady(edgesOtherNames()),
  },
  {
    name: 'long-segments',
    about: 'segments of 6 s, target duration 1',
    suite: 'usual',
    source: () => steady(longSegments(), 48),
  },
  {
    name: 'short-body',
    about: 'a body is half, and so is its length, for 1 s',
    suite: 'usual',
    source: () =>
      badSegment(async (usual, sinceMs) => {
        const reply = await usual();
        const body = reply.body as Buffer;
        return sinceMs < 1000 ? { ...reply, body: body.subarray(0, (body.length >> 1) + 50) } : reply;
      }),
  },
  {
    name: 'gzip-body',
    about: 'a segment of 0.5 MB unpacks to 510 MB',
    suite: 'hostile',
    withoutMedia: HIT,
    source: () => badSegment(gzipBomb),
  },
  {
    name: 'endless-body',
    about: 'a segment has no end',
    suite: 'hostile',
    withoutMedia: HIT,
    source: () => badSegment(() => zeros(Infinity, MB / 4, PIECE_MS)),
  },
  {
    name: 'huge-body',
    about: 'a segment of 512 MB',
    suite: 'hostile',
    withoutMedia: HIT,
    source: () => badSegment(() => zeros(512 * MB, 4 * MB, PIECE_MS)),
  },
  {
    name: 'define',
    about: 'names of EXT-X-DEFINE multiply to 400 MB for 6 s',
    suite: 'hostile',
    outage: outage(6000),
    source: () => ({ ...USUAL, list: (text, { atMs }) => (isIn(outage(6000), atMs) ? multiplyingNames(text) : text) }),
  },
  {
    name: 'gzip-list',
    about: 'a gzipped list of 1.1 million lines for 6 s',
    suite: 'hostile',
    outage: outage(6000),
    source: () => badList(outage(6000), gzippedList()),
  },
  {
    name: 'day-list',
    about: 'an EVENT list of 24 h: 43,200 entries',
    suite: 'hostile',
    source: () => ({ ...USUAL, ...dayList() }),
  },
];

export const HEALTHY_SOURCE: SourceSpec = { ...USUAL, name: HEALTHY, seconds: LONG_SECONDS };

/** A segment that is in a readable list for less than this time counts as unreachable. */
const MIN_REACH_MS = 1000;

/** Numbers of the segments that no recorder can have. */
export function unreachable(fault: Fault): ReadonlySet<number> {
  const { seconds = SECONDS, segmentS = 2, window = USUAL.window } = fault.source();
  const { fromMs, toMs } = fault.outage ?? { fromMs: 0, toMs: 0 };
  const isLost = (n: number): boolean => {
    const [from, to] = [n * segmentS * 1000, (n + window) * segmentS * 1000];
    return to - from - Math.max(0, Math.min(to, toMs) - Math.max(from, fromMs)) < MIN_REACH_MS;
  };
  const all = Array.from({ length: seconds / segmentS }, (_, n) => n);
  return new Set(all.filter((n) => n === fault.withoutMedia || isLost(n)));
}
