import { type Timeline, type TimelineGap } from '#libs/contracts';

/** What is known of a stream after the last recorded segment. Times in ms since the Unix epoch. */
export interface UnrecordedEnd {
  /** Since when it was live without a recorder; null: since the last segment. */
  readonly since: number | null;
  /** When it was last seen live without a recorder; null if it never was. */
  readonly until: number | null;
  /** When it had ended; null if a recorder saw its end, or it goes on. */
  readonly endedBy: number | null;
}

/** Shorter gaps are rounding. */
const MIN_GAP_MS = 500;
/** If an end is seen within this after the stream was last seen live, it ended then. */
const MAX_CHECK_MS = 90_000;

/**
 * Gaps after the last run: the time in which the stream was live without a recorder (`recorder-lost`), then the time in
 * which it ended unobserved (`end-unknown`), which is an upper limit of what is missing. Pure.
 */
export function unrecordedEndGaps({ runs, gaps }: Pick<Timeline, 'runs' | 'gaps'>, end: UnrecordedEnd): TimelineGap[] {
  const last = runs.at(-1);
  if (!last) return [];
  const lost = gaps.at(-1);
  const mediaEnd = Math.max(last.startAt + last.durMs, lost ? lost.at + lost.durMs : 0);
  const { since, until, endedBy } = end;
  const isEndSeen = until !== null && endedBy !== null && endedBy - until <= MAX_CHECK_MS;
  const lostUntil = (isEndSeen ? endedBy : until) ?? mediaEnd;
  return [
    ...gapOf(Math.max(mediaEnd, since ?? 0), lostUntil, 'recorder-lost'),
    ...gapOf(Math.max(mediaEnd, lostUntil), endedBy ?? 0, 'end-unknown'),
  ];
}

const gapOf = (from: number, to: number, cause: TimelineGap['cause']): TimelineGap[] =>
  to - from < MIN_GAP_MS ? [] : [{ at: Math.round(from), durMs: Math.round(to - from), cause }];
