import {
  type GapCause,
  type GapRecord,
  type Timeline,
  type TimelineRun,
  type TimelineGap,
  TS_WRAP_MS,
} from '#libs/contracts';
import { AdBreaks, type Span } from './ad-breaks.js';
import { type EpochInfo, type PartInfo, type PlacedSegment } from './part-info.js';
import { type Placed, PlacedList } from './placed-list.js';
import { RecordedGaps, type SegmentNumbers } from './recorded-gaps.js';
import { SegmentIndex } from './segment-index.js';
import { trackGapsOf } from './track-gaps.js';

/**
 * Joins the parts of a VOD into one timeline: each source second once, gaps with their cause. The portion of a gap that
 * ad breaks fill has cause `ad`; a preroll at the start of the recording is a gap before the first run.
 * @param parts in order of creation (part ids are ULIDs)
 * @returns runs in chronological order, without overlapping segments; gaps in chronological order
 */
export function buildTimeline(parts: readonly PartInfo[]): Timeline {
  const placed = mergeParts(parts);
  const runs: TimelineRun[] = [];
  const records = {
    ads: new AdBreaks(parts.flatMap((p) => p.ads)),
    parts: new Map(parts.map((part) => [part.partId, part])),
    recorded: new Map(parts.map((part) => [part.partId, new RecordedGaps(part.gaps)])),
  };
  const gaps = placed[0] ? prerollOf(placed[0], parts) : [];
  let open: { run: TimelineRun; last: Placed } | null = null;
  for (const next of placed) {
    if (open && follows(open.last, next)) {
      open.run.segments.push(next.s.name);
      open.run.durMs = next.s.ptsMs + next.s.durMs - open.run.firstPtsMs;
    } else {
      const run = newRun(next);
      const numbers = open && missingNumbers(open.last, next);
      for (const gap of open ? gapsBetween(open.run, run, { ...records, numbers }) : []) gaps.push(gap);
      runs.push(run);
      open = { run, last: next };
      continue;
    }
    open.last = next;
  }
  if (open) gaps.push(...lostAtEnd(open.run, open.last, parts));
  const trackGaps = trackGapsOf(runs);
  return { runs, gaps, ...(trackGaps.length > 0 && { trackGaps }) };
}

/** Media that a part lost after the last segment, or at its end: no run follows that would show how much. */
function lostAtEnd({ startAt, durMs }: TimelineRun, { s }: Placed, parts: readonly PartInfo[]): TimelineGap[] {
  const part = parts.find((p) => p.partId === s.partId);
  const lost = (part?.gaps ?? []).filter(
    ({ epoch, toSeq }) => epoch > s.epoch || (epoch === s.epoch && toSeq >= s.seq),
  );
  const [first] = lost;
  const lostMs = lost.reduce((sum, gap) => sum + gap.durMs, 0);
  if (!first || lostMs < MIN_LOST_MS) return [];
  const cause = part?.end?.cause === 'stale' && isNeverMade(lost) ? 'source-silent' : first.cause;
  return [gapOf({ from: startAt + durMs, to: startAt + durMs + lostMs }, cause)];
}

/** A server lists so many segments before it has their media. */
const MAX_LISTED_AHEAD = 2;

/**
 * Whether the source listed the last segments ahead and ended before it made them, as go2rtc does, for a part whose list
 * went away without its end.
 */
const isNeverMade = (lost: readonly GapRecord[]): boolean =>
  lost.every(({ cause }) => cause === 'not-found') &&
  lost.reduce((sum, { fromSeq, toSeq }) => sum + toSeq - fromSeq + 1, 0) <= MAX_LISTED_AHEAD;

/** Segments of all parts in chronological order, each source second once. @param parts in order of creation */
export function mergeParts(parts: readonly PartInfo[]): Placed[] {
  const [first, second] = parts;
  return first && !second ? placeAlone(first) : mergeSeveral(parts);
}

function mergeSeveral(parts: readonly PartInfo[]): Placed[] {
  const index = new SegmentIndex();
  const merged = new PlacedList();
  const placedAt = new Map<string, number>();
  const replaced = truncatedTwins(parts);
  for (const part of parts) {
    // Two recorders may have set the start of the same source clock some seconds apart. A segment that both recorded
    // gives the difference.
    const shifts = new Map<number, number>();
    const own: Placed[] = [];
    for (const s of part.segments) {
      const epoch = part.epochs.get(s.epoch);
      if (!epoch || replaced.has(s)) continue;
      const at = timeOf(s, epoch);
      const twin = index.twinOf(s);
      if (twin && !shifts.has(s.epoch)) shifts.set(s.epoch, (placedAt.get(keyOf(twin)) ?? at) - at);
      if (!index.add(s)) continue;
      const placed = { s, epoch, at: at + (shifts.get(s.epoch) ?? 0) };
      placedAt.set(keyOf(s), placed.at);
      own.push(placed);
    }
    merged.addPart(own);
  }
  return merged.all();
}

const timeOf = (s: PlacedSegment, epoch: EpochInfo): number => epoch.startAt + (s.ptsMs - epoch.firstPtsMs);

/**
 * The segments of a VOD of one part, as most VODs are. Only other parts can repeat their media, so there is no index to
 * build: that of a day of segments takes tens of MB.
 */
function placeAlone({ segments, epochs }: PartInfo): Placed[] {
  const placed: Placed[] = [];
  for (const s of segments) {
    const epoch = epochs.get(s.epoch);
    const before = placed.at(-1)?.s;
    const isRepeated = before?.seq === s.seq && before.epoch === s.epoch;
    if (epoch && !isRepeated) placed.push({ s, epoch, at: timeOf(s, epoch) });
  }
  return placed;
}

/** Stored segments without their end: a gap has the number of a segment only at its end. */
export function truncatedSegments(parts: readonly PartInfo[]): ReadonlySet<PlacedSegment> {
  return new Set(
    parts.flatMap(({ gaps, segments }) => {
      const wanted = gaps.flatMap(({ cause, epoch, fromSeq }) =>
        cause === 'truncated' ? [`${epoch}/${fromSeq}`] : [],
      );
      const numbers = new Set(wanted);
      return numbers.size === 0 ? [] : segments.filter(({ epoch, seq }) => numbers.has(`${epoch}/${seq}`));
    }),
  );
}

/** Segments without their end that another part has as a whole. */
function truncatedTwins(parts: readonly PartInfo[]): ReadonlySet<PlacedSegment> {
  const truncated = truncatedSegments(parts);
  if (truncated.size === 0) return truncated;
  /** Parts that have the segment of a programme date-time as a whole. */
  const holders = new Map<number, Set<string>>();
  for (const { segments } of parts)
    for (const s of segments)
      if (s.pdtMs !== null && !truncated.has(s))
        holders.set(s.pdtMs, (holders.get(s.pdtMs) ?? new Set()).add(s.partId));
  const isElsewhere = ({ pdtMs, partId }: PlacedSegment): boolean =>
    pdtMs !== null && hasOther(holders.get(pdtMs) ?? new Set(), partId);
  return new Set([...truncated].filter(isElsewhere));
}

/** Looks at two of them at most. */
function hasOther(parts: ReadonlySet<string>, partId: string): boolean {
  for (const part of parts) if (part !== partId) return true;
  return false;
}

const keyOf = (s: PlacedSegment): string => `${s.partId}/${s.name}`;

const follows = (a: Placed, b: Placed): boolean =>
  a.s.partId === b.s.partId && b.s.seq === a.s.seq + 1 && (a.s.epoch === b.s.epoch || isSameClock(a, b));

/** Time stamps that continue within this are one clock: segments often overlap or lack some audio at their borders. */
const MAX_JOIN_MS = 100;
/** A programme date-time that continues within this does not contradict the time stamps. */
const MAX_DATE_JUMP_MS = 1000;

/**
 * Whether the clock of an epoch continues in the next one. Some sources mark a discontinuity before each segment; the
 * converter splits a run where its tracks change.
 */
function isSameClock(a: Placed, b: Placed): boolean {
  if (a.epoch.container !== b.epoch.container || a.epoch.initCrc !== b.epoch.initCrc) return false;
  if (Math.abs(a.s.ptsMs + a.s.durMs - b.s.ptsMs) > MAX_JOIN_MS) return false;
  if (a.s.pdtMs === null || b.s.pdtMs === null) return true;
  return Math.abs(b.s.pdtMs - a.s.pdtMs - a.s.durMs) <= MAX_DATE_JUMP_MS;
}

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
  const from = ads.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
  if (first.at - from < MIN_GAP_MS) return [];
  const recorded = parts.flatMap((p) => p.gaps).find((g) => g.at < first.at);
  return splitGap({ from, to: first.at }, new AdBreaks(ads), recorded?.cause ?? 'source-silent');
}

interface Records {
  readonly ads: AdBreaks;
  readonly parts: ReadonlyMap<string, PartInfo>;
  /** By part. */
  readonly recorded: ReadonlyMap<string, RecordedGaps>;
  readonly numbers: SegmentNumbers | null;
}

/** A missing number inside an epoch is a gap, although its recorder was killed before it could store the record of it. */
const missingNumbers = ({ s }: Placed, { s: next }: Placed): SegmentNumbers | null =>
  s.partId === next.partId && s.epoch === next.epoch && next.seq > s.seq + 1
    ? { epoch: s.epoch, from: s.seq + 1, to: next.seq - 1 }
    : null;

function gapsBetween(before: TimelineRun, after: TimelineRun, records: Records): TimelineGap[] {
  const { ads, parts, numbers } = records;
  const span = { from: before.startAt + before.durMs, to: after.startAt };
  const recorded = recordedCause(before, after, records);
  if (Math.round(span.to - span.from) < (recorded ? MIN_LOST_MS : MIN_GAP_MS)) return [];
  const gaps = splitGap(span, ads, causeOf(recorded, unrecordedCause(before, after, { parts, numbers })));
  const lost = Math.min(1, clockShiftMs(before, after) / (span.to - span.from));
  return isShiftOf(span, clockShiftMs(before, after))
    ? gaps.map((gap) => (gap.cause === 'source-silent' ? { ...gap, lostMs: Math.round(gap.durMs * lost) } : gap))
    : gaps;
}

/** How far the source's clock advanced between two runs, ms. */
function clockShiftMs(before: TimelineRun, after: TimelineRun): number {
  const shift = after.firstPtsMs - before.firstPtsMs - before.durMs;
  return before.container === 'fmp4' ? shift : shift - Math.round(shift / TS_WRAP_MS) * TS_WRAP_MS;
}

/** The wall clock of a run may be late by the time in which its first segment arrived. */
const MAX_ARRIVAL_DELAY_MS = 2000;
const MAX_ARRIVAL_DELAY_SHARE = 0.05;

/**
 * Whether the source's clock continued during a gap, so that its encoder made media. A restarted encoder begins at
 * another time.
 */
function isShiftOf({ from, to }: Span, shiftMs: number): boolean {
  const gapMs = to - from;
  return shiftMs >= MIN_GAP_MS && Math.abs(shiftMs - gapMs) <= MAX_ARRIVAL_DELAY_MS + gapMs * MAX_ARRIVAL_DELAY_SHARE;
}

/**
 * The cause that a recorder recorded in one of the two parts; a gap before the start of a part is recorded in that part.
 * Inside an epoch, the numbers decide: the time of a recorded gap is an estimate.
 */
function recordedCause(
  before: TimelineRun,
  after: TimelineRun,
  { recorded, numbers }: Pick<Records, 'recorded' | 'numbers'>,
): GapCause | undefined {
  const ids = [before.partId, after.partId].toSorted();
  const all = [...new Set(ids)].flatMap((id) => recorded.get(id) ?? []);
  const ofNumbers = numbers && all.map((gaps) => gaps.ofNumbers(numbers)).find((gap) => gap !== undefined);
  const between = { from: before.startAt, to: after.startAt };
  return (ofNumbers ?? all.map((gaps) => gaps.between(between)).find((gap) => gap !== undefined))?.cause;
}

/** What left the window while the source was unreachable is missing for that reason. */
const causeOf = (recorded: GapCause | undefined, unrecorded: GapCause): GapCause =>
  recorded === undefined || (recorded === 'left-window' && unrecorded === 'source-unreachable') ? unrecorded : recorded;

/** Without a recorded cause, the end of the earlier part decides. */
function unrecordedCause(
  before: TimelineRun,
  after: TimelineRun,
  { parts, numbers }: Pick<Records, 'parts' | 'numbers'>,
): GapCause {
  if (before.partId === after.partId) return numbers ? 'recorder-lost' : 'source-silent';
  const end = parts.get(before.partId)?.end?.cause;
  if (end === 'unreadable') return 'source-unreachable';
  return end === 'endlist' || end === 'stale' ? 'source-silent' : 'recorder-lost';
}

/** Media time of a timeline: the time that a player shows, with gaps closed. */
export const mediaMs = (t: Timeline): number => Math.round(t.runs.reduce((sum, run) => sum + run.durMs, 0));

/**
 * Causes of gaps that do not count as missing: the source was silent, or sent advertisements; or nobody knows how much
 * of the time the stream was still live.
 */
const NO_LOSS: readonly GapCause[] = ['source-silent', 'ad', 'end-unknown'];

/** Duration of media that existed in a gap and was not recorded, ms. */
export const missingInGap = ({ cause, durMs, lostMs = 0 }: TimelineGap): number =>
  NO_LOSS.includes(cause) ? lostMs : durMs;

/**
 * Duration of media that the broadcaster sent and Vodkeep did not record, ms. Excludes silence of the source, unless
 * the source's own clock shows that media existed, and ads, which {@link adMs} reports.
 */
export const missingMs = (t: Timeline): number => t.gaps.reduce((sum, gap) => sum + missingInGap(gap), 0);

/** Duration of the ad breaks in the broadcast, ms. */
export const adMs = (t: Timeline): number =>
  t.gaps.filter((g) => g.cause === 'ad').reduce((sum, g) => sum + g.durMs, 0);

/** Shorter gaps are rounding of the source's clock, not missing media. */
const MIN_GAP_MS = 500;
/** A recorder recorded the loss, so that a shorter gap is one too. */
const MIN_LOST_MS = 100;

/**
 * Splits a gap between two runs into ad breaks and the rest with its cause. A very short rest is added to the adjacent
 * ads, because sites round the lengths of breaks.
 * @param ads which the gap takes; may include breaks outside it
 * @returns adjacent gaps in chronological order that cover the gap; empty if it is below the minimum length
 */
function splitGap({ from, to }: Span, ads: AdBreaks, cause: GapCause): TimelineGap[] {
  const gaps: TimelineGap[] = [];
  let done = from;
  for (const ad of ads.takeFrom({ from, to })) {
    if (ad.to - ad.from < MIN_GAP_MS) continue;
    const start = ad.from - done < MIN_GAP_MS ? done : ad.from;
    if (start > done) gaps.push(gapOf({ from: done, to: start }, cause));
    const end = to - ad.to < MIN_GAP_MS ? to : ad.to;
    if (end > start) gaps.push(gapOf({ from: start, to: end }, 'ad'));
    done = Math.max(done, end);
  }
  if (to > done) gaps.push(gapOf({ from: done, to }, cause));
  return mergeGaps(gaps);
}

const gapOf = ({ from, to }: Span, cause: GapCause): TimelineGap => ({
  at: Math.round(from),
  durMs: Math.round(to - from),
  cause,
});

/** Merges adjacent gaps with the same cause. */
function mergeGaps(gaps: readonly TimelineGap[]): TimelineGap[] {
  const out: TimelineGap[] = [];
  for (const gap of gaps) {
    const last = out.at(-1);
    if (last?.cause === gap.cause) out[out.length - 1] = { ...last, durMs: gap.at + gap.durMs - last.at };
    else out.push(gap);
  }
  return out;
}
