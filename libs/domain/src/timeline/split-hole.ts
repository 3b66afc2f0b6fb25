import { type AdRecord, type GapCause, type TimelineGap } from '#libs/contracts';

/** Holes shorter than this are rounding of the source's clock, not missing media. */
const SMALLEST_GAP_MS = 500;

/** Wall clock, ms since the Unix epoch. */
interface Hole {
  readonly from: number;
  readonly to: number;
}

/**
 * Tells what a hole between two runs is made of: ad breaks, and the rest with its cause. A rest that is too short to
 * mean something goes to the ads beside it, since sites round the lengths of breaks. Pure.
 * @param ads in any order, also such that lie elsewhere
 * @returns gaps in order of time that touch and cover the hole; none where it is no hole
 */
export function splitHole({ from, to }: Hole, ads: readonly AdRecord[], cause: GapCause): TimelineGap[] {
  if (Math.round(to - from) < SMALLEST_GAP_MS) return [];
  const gaps: TimelineGap[] = [];
  let done = from;
  for (const ad of spansIn({ from, to }, ads)) {
    const start = ad.from - done < SMALLEST_GAP_MS ? done : ad.from;
    if (start > done) gaps.push(gapOf({ from: done, to: start }, cause));
    const end = to - ad.to < SMALLEST_GAP_MS ? to : ad.to;
    if (end > start) gaps.push(gapOf({ from: start, to: end }, 'ad'));
    done = Math.max(done, end);
  }
  if (to > done) gaps.push(gapOf({ from: done, to }, cause));
  return merged(gaps);
}

const spansIn = ({ from, to }: Hole, ads: readonly AdRecord[]): readonly Hole[] =>
  ads
    .map((ad) => ({ from: Math.max(from, ad.at), to: Math.min(to, ad.at + ad.durMs) }))
    .filter((s) => s.to - s.from >= SMALLEST_GAP_MS)
    .toSorted((a, b) => a.from - b.from);

const gapOf = ({ from, to }: Hole, cause: GapCause): TimelineGap => ({
  at: Math.round(from),
  durMs: Math.round(to - from),
  cause,
});

/** Breaks that follow on each other are one hole for whoever reads it. */
function merged(gaps: readonly TimelineGap[]): TimelineGap[] {
  const out: TimelineGap[] = [];
  for (const gap of gaps) {
    const last = out.at(-1);
    if (last?.cause === gap.cause) out[out.length - 1] = { ...last, durMs: gap.at + gap.durMs - last.at };
    else out.push(gap);
  }
  return out;
}
