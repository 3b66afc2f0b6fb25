/** Nothing was heard from `at` to `until`, ms since the Unix epoch. */
export interface Hole {
  readonly at: number;
  readonly until: number;
  readonly reason: string;
}
/** `chunk`: key of the chunk that tells of it. */
interface ToldHole extends Hole {
  readonly chunk: string;
}
interface Known {
  /** When the dump was asked for. */
  readonly startedAt: number;
  /** Until when all that was heard is on storage; null: nobody was ever there. */
  readonly heardUntil: number | null;
  /** When the operator ended it. */
  readonly end: number;
  /** Those that are on storage, each with its newest stamp; one folder for each run. */
  readonly chunks: readonly { readonly key: string; readonly lastAt: number }[];
}

export const NOBODY = 'no recorder was there';
/** Longer than this a first recorder does not take to be in the room; else the time until then is a hole too. */
export const JOIN_MS = 10_000;

/**
 * Where nothing was heard of a dump's chat, in order, none of it after its end. A hole that was noted while a dead
 * recorder's last chunks still lay on its disk begins where those end that came since; one
 * that nobody could note, because the operator ended the dump before the next recorder came, is added.
 */
export function holesOf(told: readonly ToldHole[], { startedAt, heardUntil, end, chunks }: Known): Hole[] {
  const known = Math.max(heardUntil ?? startedAt, ...told.map((h) => h.until));
  const isNew = heardUntil === null && told.length === 0;
  const last = end > known + (isNew ? JOIN_MS : 0) ? [{ at: known, until: end, reason: NOBODY }] : [];
  return [
    ...told.map(({ chunk, ...hole }) =>
      hole.reason === NOBODY
        ? {
            ...hole,
            at: heardMeanwhile(
              hole,
              chunks.filter(({ key }) => runOf(key) !== runOf(chunk)),
            ),
          }
        : hole,
    ),
    ...last,
  ]
    .map(({ at, until, reason }) => ({ at, until: Math.min(until, end), reason }))
    .filter(({ at, until }) => until > at)
    .sort((a, b) => a.at - b.at);
}

/** Until when the hole is none. */
function heardMeanwhile({ at, until }: Hole, chunks: Known['chunks']): number {
  let last = at;
  for (const { lastAt } of chunks) if (lastAt > last && lastAt <= until) last = lastAt;
  return last;
}

const runOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));
