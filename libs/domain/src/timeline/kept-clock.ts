import { type Timeline } from '#libs/contracts';
import { type Piece, piecesOf } from './time-pieces.js';

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
export type KeptClock = readonly ClockPiece[];

/**
 * What is kept of a timeline for its stamps. Building it reads every segment's name: make one for all stamps of a VOD.
 */
export function keptClockOf({ runs }: Pick<Timeline, 'runs'>): KeptClock {
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
