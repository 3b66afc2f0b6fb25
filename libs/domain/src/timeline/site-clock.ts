import { segmentTimes, type Timeline, type TimelineRun } from '#libs/contracts';

/** Consecutive pieces that differ by less than this are merged, so that a day needs only a few numbers. */
const MERGE_TOLERANCE_MS = 5;

/**
 * A stretch of media on both clocks, ms: `site` is the site's time of its start, `file` its position in the file, each
 * with its length.
 */
export interface ClockPiece {
  readonly site: number;
  readonly siteMs: number;
  readonly file: number;
  readonly fileMs: number;
}
/**
 * The two clocks of a VOD, short enough to store in its row: its stretches of media in order, without overlap on either
 * clock.
 */
export type SiteClock = readonly ClockPiece[];

/** Site clock of a timeline. It parses the name of every segment: create one for all stamps of a VOD. */
export function siteClockOf({ runs }: Pick<Timeline, 'runs'>): SiteClock {
  const merged: Piece[] = [];
  for (const piece of piecesOf(runs)) {
    const last = merged.at(-1);
    if (last && isContinuous(last, piece))
      merged[merged.length - 1] = {
        site: { from: last.site.from, to: piece.site.to },
        file: { from: last.file.from, to: piece.file.to },
      };
    else merged.push(piece);
  }
  return merged.map(({ site, file }) => ({
    site: Math.round(site.from),
    siteMs: Math.round(site.to - site.from),
    file: Math.round(file.from),
    fileMs: Math.round(file.to - file.from),
  }));
}

function isContinuous(a: Piece, b: Piece): boolean {
  const follows =
    Math.abs(a.site.to - b.site.from) < MERGE_TOLERANCE_MS && Math.abs(a.file.to - b.file.from) < MERGE_TOLERANCE_MS;
  const drift = b.site.to - a.site.from - (b.file.to - a.file.from);
  return follows && Math.abs(drift) < MERGE_TOLERANCE_MS;
}

interface Span {
  readonly from: number;
  readonly to: number;
}
/** A stretch of media without a gap: `site` on the site's clock, ms since the Unix epoch; `file` in media time, ms. */
interface Piece {
  readonly site: Span;
  readonly file: Span;
}

/** A moment on both clocks. */
interface Anchor {
  readonly site: number;
  readonly file: number;
}

/**
 * Interval at which programme date-times are followed: short enough for a clock that drifts, long enough for one that
 * jitters.
 */
const ANCHOR_INTERVAL_MS = 60_000;
/** If a programme date-time differs by more than this from one step to the next, it is an error of the source. */
const MAX_DATE_JUMP_MS = 2000;
/**
 * A run whose offset from the recorder's clock differs by more than this from the median of all runs has a wrong date.
 */
const MAX_OFFSET_MS = 30_000;

/**
 * Maps the runs of a timeline to both clocks, in order, without overlap on either; a long run becomes several pieces.
 */
function piecesOf(runs: readonly TimelineRun[]): readonly Piece[] {
  const offsetMs = median(runs.flatMap(({ siteAt, startAt }) => (siteAt === null ? [] : [siteAt - startAt])));
  const pieces: Piece[] = [];
  let fileMs = 0;
  for (const run of runs) {
    for (const piece of piecesOfRun(run, fileMs, offsetMs)) pieces.push(withoutOverlap(piece, pieces.at(-1)));
    fileMs += run.durMs;
  }
  return pieces;
}

function piecesOfRun(run: TimelineRun, fileMs: number, offsetMs: number): readonly Piece[] {
  const isPlausible = run.siteAt !== null && Math.abs(run.siteAt - run.startAt - offsetMs) <= MAX_OFFSET_MS;
  const first = { site: isPlausible ? (run.siteAt ?? 0) : run.startAt + offsetMs, file: fileMs };
  const anchors = isPlausible ? anchorsOf(run, first) : [first];
  const newest = anchors.at(-1) ?? first;
  const end = { file: fileMs + run.durMs, site: newest.site + fileMs + run.durMs - newest.file };
  return anchors.map((from, i) => {
    const to = anchors[i + 1] ?? end;
    return { site: { from: from.site, to: to.site }, file: { from: from.file, to: to.file } };
  });
}

function anchorsOf(run: TimelineRun, first: Anchor): readonly Anchor[] {
  const anchors = [first];
  let last = first;
  for (const name of run.segments) {
    const times = segmentTimes(name);
    if (!times || times.pdtMs === null) continue;
    const file = first.file + times.ptsMs - run.firstPtsMs;
    const drift = times.pdtMs - last.site - (file - last.file);
    if (file - last.file < ANCHOR_INTERVAL_MS || Math.abs(drift) > MAX_DATE_JUMP_MS) continue;
    last = { site: times.pdtMs, file };
    anchors.push(last);
  }
  return anchors;
}

/** The dates of two runs can overlap slightly because of rounding. The later one is shortened. */
function withoutOverlap(piece: Piece, before: Piece | undefined): Piece {
  const from = Math.max(piece.site.from, before?.site.to ?? piece.site.from);
  return { ...piece, site: { from, to: Math.max(from, piece.site.to) } };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
