import { message, type Message } from '#libs/messages';

/** Nothing was received from `at` to `until`, ms since the Unix epoch. */
export interface DumpGap {
  readonly at: number;
  readonly until: number;
  /** A text is from a chunk of an earlier version. */
  readonly reason: Message | string;
}
/** `chunk`: key of the chunk that tells of it. */
interface RecordedGap extends DumpGap {
  readonly chunk: string;
}
interface Known {
  /** When the dump was asked for. */
  readonly startedAt: number;
  /** Until when all that was received is on storage; null: nobody was ever there. */
  readonly receivedUntil: number | null;
  /** When the operator ended it. */
  readonly end: number;
  /** Those that are on storage, each with its newest stamp; one folder for each run. */
  readonly chunks: readonly { readonly key: string; readonly lastAt: number }[];
}

/** Why nothing was received between two recorders, as a chunk of chat says it. */
export const NO_RECORDER = message('job.no-recorder-there');
/** The same in chunks of an earlier version. */
const OLD_NO_RECORDER = 'no recorder was there';
/** Longer than this a first recorder does not take to be in the room; else the time until then is a gap too. */
export const JOIN_MS = 10_000;
/** More gaps than this are counted only: they are all in the file. */
const MOST_NAMED = 8;

/**
 * Where nothing was received of a dump's chat, in order, none of it after its end. A gap that was recorded while a dead
 * recorder's last chunks still lay on its disk begins where those end that came since; one that nobody could record,
 * because the operator ended the dump before the next recorder came, is added.
 */
export function dumpGaps(
  recorded: readonly RecordedGap[],
  { startedAt, receivedUntil, end, chunks }: Known,
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

/** Until when the gap is none. */
function receivedMeanwhile({ at, until }: DumpGap, chunks: Known['chunks']): number {
  let last = at;
  for (const { lastAt } of chunks) if (lastAt > last && lastAt <= until) last = lastAt;
  return last;
}

const isNoRecorder = (reason: DumpGap['reason']): boolean =>
  typeof reason === 'string' ? reason === OLD_NO_RECORDER : reason.key === NO_RECORDER.key;

const runOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/**
 * Gaps as the job of the dump names them.
 * @param gaps in order; ms since the Unix epoch, as `startedAt` is
 */
export function gapWarnings(gaps: readonly DumpGap[], startedAt: number): Message[] {
  const named = gaps.slice(0, MOST_NAMED).map(({ at, until, reason }) =>
    message('job.nothing-heard-from', {
      from: clock(at - startedAt),
      to: clock(until - startedAt),
      remark: isNoRecorder(reason) ? NO_RECORDER : reason,
    }),
  );
  return gaps.length > MOST_NAMED ? [...named, message('job.more-gaps', { n: gaps.length - MOST_NAMED })] : named;
}

/** `1:02:03`, from the start. */
function clock(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
