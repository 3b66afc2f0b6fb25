import { message, type Message } from '#libs/messages';

/** Nothing was received from `at` to `until`, ms since the Unix epoch. */
export interface DumpGap {
  readonly at: number;
  readonly until: number;
  /** A string is from a chunk of an earlier version. */
  readonly reason: Message | string;
}
/** `chunk`: key of the chunk that recorded the gap. */
interface RecordedGap extends DumpGap {
  readonly chunk: string;
}
interface DumpTimes {
  /** Time of the request for the dump. */
  readonly startedAt: number;
  /** Everything received until this time is on storage; null if no recorder ever received anything. */
  readonly receivedUntil: number | null;
  /** When the operator ended it. */
  readonly end: number;
  /** The stored chunks, each with its newest stamp; one folder for each run. */
  readonly chunks: readonly { readonly key: string; readonly lastAt: number }[];
}

/** Reason of a gap between two recorders. */
export const NO_RECORDER = message('job.no-recorder-there');
/** The same reason in chunks of an earlier version. */
const OLD_NO_RECORDER = 'no recorder was there';
/** Normal time for a first recorder to join the room. If it takes longer, the time until it joins is a gap too. */
export const JOIN_MS = 10_000;
/** Maximum number of gaps to list; further gaps are only counted. The file contains all of them. */
const MAX_NAMED_GAPS = 8;

/**
 * Gaps in the received chat of a dump, in order, none of them after its end. If a recorder recorded a gap while the last
 * chunks of a crashed recorder were still on that recorder's disk, the gap starts at the end of these chunks once they
 * are stored. Adds the gap at the end that no recorder could record, because the operator ended the dump before the next
 * recorder started.
 */
export function dumpGaps(
  recorded: readonly RecordedGap[],
  { startedAt, receivedUntil, end, chunks }: DumpTimes,
): DumpGap[] {
  const known = Math.max(receivedUntil ?? startedAt, ...recorded.map((g) => g.until));
  const isNew = receivedUntil === null && recorded.length === 0;
  const last = end > known + (isNew ? JOIN_MS : 0) ? [{ at: known, until: end, reason: NO_RECORDER }] : [];
  return [
    ...recorded.map(({ chunk, ...gap }) =>
      isNoRecorder(gap.reason)
        ? {
            ...gap,
            at: receivedMeanwhile(
              gap,
              chunks.filter(({ key }) => runOf(key) !== runOf(chunk)),
            ),
          }
        : gap,
    ),
    ...last,
  ]
    .map(({ at, until, reason }) => ({ at, until: Math.min(until, end), reason }))
    .filter(({ at, until }) => until > at)
    .sort((a, b) => a.at - b.at);
}

/** Time until which the gap is filled by chunks that were stored later. */
function receivedMeanwhile({ at, until }: DumpGap, chunks: DumpTimes['chunks']): number {
  let last = at;
  for (const { lastAt } of chunks) if (lastAt > last && lastAt <= until) last = lastAt;
  return last;
}

const isNoRecorder = (reason: DumpGap['reason']): boolean =>
  typeof reason === 'string' ? reason === OLD_NO_RECORDER : reason.key === NO_RECORDER.key;

const runOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/**
 * The gaps as warnings of the dump's job.
 * @param gaps in order; ms since the Unix epoch, like `startedAt`
 */
export function gapWarnings(gaps: readonly DumpGap[], startedAt: number): Message[] {
  const named = gaps.slice(0, MAX_NAMED_GAPS).map(({ at, until, reason }) =>
    message('job.nothing-heard-from', {
      from: clock(at - startedAt),
      to: clock(until - startedAt),
      remark: isNoRecorder(reason) ? NO_RECORDER : reason,
    }),
  );
  return gaps.length > MAX_NAMED_GAPS
    ? [...named, message('job.more-gaps', { n: gaps.length - MAX_NAMED_GAPS })]
    : named;
}

/** Time since the start, `1:02:03`. */
function clock(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
