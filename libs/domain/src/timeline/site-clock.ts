import { type Timeline, parseSegmentName, type TimelineRun } from '#libs/contracts';

/** Pieces that follow on and differ by less than this are one: what is kept of a day is some numbers. */
const SAME_MS = 5;

/**
 * A stretch of media on both clocks, ms: `site` the site's time of its begin, `file` its place in the file, each with
 * its length.
 */
export interface ClockPiece {
  readonly site: number;
  readonly siteMs: number;
  readonly file: number;
  readonly fileMs: number;
}
/**
 * The two clocks of a VOD, short enough to be kept in its row: its stretches of media, in order, overlapping on neither
 * clock.
 */
export type SiteClock = readonly ClockPiece[];

/**
 * What is kept of a timeline for its stamps. Building it reads every segment's name: make one for all stamps of a VOD.
 */
export function siteClockOf({ runs }: Pick<Timeline, 'runs'>): SiteClock {
  const merged: Piece[] = [];
  for (const piece of piecesOf(runs)) {
    const last = merged.at(-1);
    if (last && joins(last, piece))
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

function joins(a: Piece, b: Piece): boolean {
  const follows = Math.abs(a.site.to - b.site.from) < SAME_MS && Math.abs(a.file.to - b.file.from) < SAME_MS;
  const drift = b.site.to - a.site.from - (b.file.to - a.file.from);
  return follows && Math.abs(drift) < SAME_MS;
}

interface Span {
  readonly from: number;
  readonly to: number;
}
/** A stretch of media without a gap: `site` on the site's clock, ms since the Unix epoch, `file` in media time, ms. */
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
 * Programme date-times are followed in steps of this length: often enough for a clock that drifts, seldom enough for
 * one that trembles.
 */
const STEP_MS = 60_000;
/** A programme date-time that is off by more than this from one step to the next is a mistake of the source. */
const STRAY_MS = 2000;
/** A run that stands further from our clock than the others do, by this much, has a wrong date. */
const WRONG_MS = 30_000;

/** The runs of a timeline on both clocks, in order, overlapping on neither; a long run is several pieces. */
function piecesOf(runs: readonly TimelineRun[]): readonly Piece[] {
  const offsetMs = median(runs.flatMap(({ siteAt, startAt }) => (siteAt === null ? [] : [siteAt - startAt])));
  const pieces: Piece[] = [];
  let fileMs = 0;
  for (const run of runs) {
    for (const piece of piecesOfRun(run, fileMs, offsetMs)) pieces.push(behind(piece, pieces.at(-1)));
    fileMs += run.durMs;
  }
  return pieces;
}

function piecesOfRun(run: TimelineRun, fileMs: number, offsetMs: number): readonly Piece[] {
  const believed = run.siteAt !== null && Math.abs(run.siteAt - run.startAt - offsetMs) <= WRONG_MS;
  const first = { site: believed ? (run.siteAt ?? 0) : run.startAt + offsetMs, file: fileMs };
  const anchors = believed ? anchorsOf(run, first) : [first];
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
    const info = parseSegmentName(name);
    if (!info || info.pdtMs === null) continue;
    const file = first.file + info.ptsMs - run.firstPtsMs;
    const drift = info.pdtMs - last.site - (file - last.file);
    if (file - last.file < STEP_MS || Math.abs(drift) > STRAY_MS) continue;
    last = { site: info.pdtMs, file };
    anchors.push(last);
  }
  return anchors;
}

/** Dates of two runs may lap over by some rounding: the later one gives way. */
function behind(piece: Piece, before: Piece | undefined): Piece {
  const from = Math.max(piece.site.from, before?.site.to ?? piece.site.from);
  return { ...piece, site: { from, to: Math.max(from, piece.site.to) } };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
