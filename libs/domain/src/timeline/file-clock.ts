import { type Timeline } from '#libs/contracts';
import { type TimeMap, timeMapOfPieces } from './map-time.js';
import { type Piece, piecesOf } from './time-pieces.js';

/** Pieces that follow on and differ by less than this are one: what is kept of a day is some numbers. */
const SAME_MS = 5;
/** A recording that runs goes on after what is known of it. */
const OPEN_MS = 7 * 86_400_000;

/** The two clocks of a VOD, short enough to be kept in its row: where each stretch of media stands on the site's clock and in the file, ms. */
export type KeptClock = readonly { readonly site: number; readonly siteMs: number; readonly file: number; readonly fileMs: number }[];

/** What is kept of a timeline for its stamps. */
export function keptClockOf({ runs }: Pick<Timeline, 'runs'>): KeptClock {
  const merged: Piece[] = [];
  for (const piece of piecesOf(runs)) {
    const last = merged.at(-1);
    if (last && joins(last, piece)) merged[merged.length - 1] = { site: { from: last.site.from, to: piece.site.to }, file: { from: last.file.from, to: piece.file.to } };
    else merged.push(piece);
  }
  return merged.map(({ site, file }) => ({ site: Math.round(site.from), siteMs: Math.round(site.to - site.from), file: Math.round(file.from), fileMs: Math.round(file.to - file.from) }));
}

/** Maps stamps by a kept clock. @param open the recording runs: its last stretch goes on */
export function timeMapOfClock(clock: KeptClock, { open }: { readonly open: boolean }): TimeMap {
  return timeMapOfPieces(clock.map(({ site, siteMs, file, fileMs }, n) => {
    const more = open && n === clock.length - 1 ? OPEN_MS : 0;
    return { site: { from: site, to: site + siteMs + more }, file: { from: file, to: file + fileMs + more } };
  }));
}

function joins(a: Piece, b: Piece): boolean {
  const follows = Math.abs(a.site.to - b.site.from) < SAME_MS && Math.abs(a.file.to - b.file.from) < SAME_MS;
  const drift = (b.site.to - a.site.from) - (b.file.to - a.file.from);
  return follows && Math.abs(drift) < SAME_MS;
}
