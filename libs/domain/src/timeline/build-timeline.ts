import { type GapCause, type Timeline, type TimelineRun, type AdRecord, type TimelineGap } from '#libs/contracts';
import { type EpochInfo, type PartInfo, type PlacedSegment } from './part-info.js';
import { SegmentIndex } from './segment-index.js';

/** A segment with its position: `at` is the wall clock of its first sample, ms since the Unix epoch. */
export interface Placed {
  readonly s: PlacedSegment;
  readonly at: number;
  readonly epoch: EpochInfo;
}

/**
 * Joins the parts of a VOD into one timeline: each source second once, gaps with their cause. The portion of a gap that
 * ad breaks fill has cause `ad`; a preroll at the start of the recording is a gap before the first run.
 * @param parts in order of creation (part ids are ULIDs)
 * @returns runs in chronological order, without overlapping segments; gaps in chronological order
 */
export function buildTimeline(parts: readonly PartInfo[]): Timeline {
  const placed = mergeParts(parts);
  const runs: TimelineRun[] = [];
  const ads = parts.flatMap((p) => p.ads);
  const gaps = placed[0] ? prerollOf(placed[0], parts) : [];
  let open: { run: TimelineRun; last: Placed } | null = null;
  for (const next of placed) {
    if (open && follows(open.last, next)) {
      open.run.segments.push(next.s.name);
      open.run.durMs = next.s.ptsMs + next.s.durMs - open.run.firstPtsMs;
    } else {
      const run = newRun(next);
      if (open)
        gaps.push(
          ...splitGap({ from: open.run.startAt + open.run.durMs, to: run.startAt }, ads, causeOf(open.run, run, parts)),
        );
      runs.push(run);
      open = { run, last: next };
      continue;
    }
    open.last = next;
  }
  return { runs, gaps };
}

/** Segments of all parts in chronological order, each source second once. @param parts in order of creation */
export function mergeParts(parts: readonly PartInfo[]): Placed[] {
  const index = new SegmentIndex();
  const merged: Placed[] = [];
  const placedAt = new Map<string, number>();
  for (const part of parts) {
    // Two recorders may have set the start of the same source clock some seconds apart. A segment that both recorded
    // gives the difference.
    const shifts = new Map<number, number>();
    for (const s of part.segments) {
      const epoch = part.epochs.get(s.epoch);
      if (!epoch) continue;
      const at = epoch.startAt + (s.ptsMs - epoch.firstPtsMs);
      const twin = index.twinOf(s);
      if (twin && !shifts.has(s.epoch)) shifts.set(s.epoch, (placedAt.get(keyOf(twin)) ?? at) - at);
      if (!index.add(s)) continue;
      const placed = { s, epoch, at: at + (shifts.get(s.epoch) ?? 0) };
      placedAt.set(keyOf(s), placed.at);
      insert(merged, placed);
    }
  }
  return merged;
}

const keyOf = (s: PlacedSegment): string => `${s.partId}/${s.name}`;

/**
 * A segment of a later part may fill a gap of an earlier one: it is inserted by its programme date-time; without one it
 * is appended.
 */
function insert(list: Placed[], next: Placed): void {
  let i = list.length;
  if (next.s.pdtMs !== null) while (i > 0 && isLaterInTime(list[i - 1], next)) i -= 1;
  list.splice(i, 0, next);
}

function isLaterInTime(before: Placed | undefined, next: Placed): boolean {
  if (!before || before.s.pdtMs === null || next.s.pdtMs === null) return false;
  return before.s.partId !== next.s.partId && before.at > next.at;
}

const follows = (a: Placed, b: Placed): boolean =>
  a.s.partId === b.s.partId && a.s.epoch === b.s.epoch && b.s.seq === a.s.seq + 1;

const newRun = ({ s, at, epoch }: Placed): TimelineRun => ({
  partId: s.partId,
  epoch: s.epoch,
  container: epoch.container,
  initCrc: epoch.initCrc,
  startAt: at,
  siteAt: s.pdtMs,
  firstPtsMs: s.ptsMs,
  durMs: s.durMs,
  segments: [s.name],
});

/** The gap before the first run, as far as it was ads: nothing else is known about that time. */
function prerollOf(first: Placed, parts: readonly PartInfo[]): Timeline['gaps'] {
  const ads = parts.find((p) => p.partId === first.s.partId)?.ads.filter((ad) => ad.at < first.at) ?? [];
  if (ads.length === 0) return [];
  const recorded = parts.flatMap((p) => p.gaps).find((g) => g.at < first.at);
  return splitGap({ from: Math.min(...ads.map((ad) => ad.at)), to: first.at }, ads, recorded?.cause ?? 'source-silent');
}

/**
 * The cause that a recorder noted in one of the two parts; a gap before the start of a part is noted in that part.
 * Otherwise the end of the earlier part decides.
 */
function causeOf(before: TimelineRun, after: TimelineRun, parts: readonly PartInfo[]): GapCause {
  const here = parts.filter((p) => p.partId === before.partId || p.partId === after.partId);
  const recorded = here.flatMap((p) => p.gaps).find((g) => g.at >= before.startAt && g.at <= after.startAt);
  if (recorded) return recorded.cause;
  return before.partId === after.partId || endedBySource(here, before.partId) ? 'source-silent' : 'recorder-lost';
}

function endedBySource(parts: readonly PartInfo[], partId: string): boolean {
  const end = parts.find((p) => p.partId === partId)?.end?.cause;
  return end === 'endlist' || end === 'stale' || end === 'unreadable';
}

/** Media time of a timeline: the time that a player shows, with gaps closed. */
export const mediaMs = (t: Timeline): number => Math.round(t.runs.reduce((sum, run) => sum + run.durMs, 0));

/** Causes of gaps in which no recordable media are missing: the source was silent, or sent advertisements. */
const NO_LOSS: readonly GapCause[] = ['source-silent', 'ad'];

/**
 * Duration of media that the broadcaster sent and Vodkeep did not record, ms. Excludes silence of the source, because
 * nothing is missing, and ads, which {@link adMs} reports.
 */
export const missingMs = (t: Timeline): number =>
  t.gaps.filter((g) => !NO_LOSS.includes(g.cause)).reduce((sum, g) => sum + g.durMs, 0);

/** Duration of the ad breaks in the broadcast, ms. */
export const adMs = (t: Timeline): number =>
  t.gaps.filter((g) => g.cause === 'ad').reduce((sum, g) => sum + g.durMs, 0);

/** Shorter gaps are rounding of the source's clock, not missing media. */
const SMALLEST_GAP_MS = 500;

/** Wall clock, ms since the Unix epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits a gap between two runs into ad breaks and the rest with its cause. A very short rest is added to the adjacent
 * ads, because sites round the lengths of breaks. Pure.
 * @param ads in any order; may include breaks outside the gap
 * @returns adjacent gaps in chronological order that cover the gap; empty if it is below the minimum length
 */
function splitGap({ from, to }: Span, ads: readonly AdRecord[], cause: GapCause): TimelineGap[] {
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

const spansIn = ({ from, to }: Span, ads: readonly AdRecord[]): readonly Span[] =>
  ads
    .map((ad) => ({ from: Math.max(from, ad.at), to: Math.min(to, ad.at + ad.durMs) }))
    .filter((s) => s.to - s.from >= SMALLEST_GAP_MS)
    .toSorted((a, b) => a.from - b.from);

const gapOf = ({ from, to }: Span, cause: GapCause): TimelineGap => ({
  at: Math.round(from),
  durMs: Math.round(to - from),
  cause,
});

/** Merges adjacent gaps with the same cause. */
function merged(gaps: readonly TimelineGap[]): TimelineGap[] {
  const out: TimelineGap[] = [];
  for (const gap of gaps) {
    const last = out.at(-1);
    if (last?.cause === gap.cause) out[out.length - 1] = { ...last, durMs: gap.at + gap.durMs - last.at };
    else out.push(gap);
  }
  return out;
}
