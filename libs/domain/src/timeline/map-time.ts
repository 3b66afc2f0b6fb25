import { type Timeline } from '#libs/contracts';
import { piecesOf, type Piece, type Span } from './time-pieces.js';

/** Both ways between the clock by which a site stamps things and the media time of the finished file. Each is monotone. */
export interface TimeMap {
  /** Media time of a site stamp, ms; a stamp in a hole is where the hole was closed up, one before or after it all is at that end. */
  fileMsOf(siteMs: number): number;
  /** Site time of a media time, ms since the Unix epoch; where a hole was closed up, the time at which the media goes on. */
  siteMsOf(fileMs: number): number;
}

/**
 * Maps site stamps (chat, viewers, titles, categories) to media time of the finished file and back. Gaps, pauses and ads are closed up in the
 * file and shift nothing: each run has its own place on the site's clock, its programme date-time, and where there is none our wall clock with
 * the distance that the other runs have to it. Inside a run the programme date-times of its segments are followed, so that a source whose
 * time stamps run slower than its clock does not drift away in a day.
 *
 * What error remains: a run is as long as its time stamps and the EXTINF of its last segment say, the file as its last frame does; they
 * differ by less than a frame at each join and do not shift what is before it. A site that stamps with another clock than that of its
 * playlists is off by the distance of the two.
 *
 * Building one reads every segment's name: make one for all stamps of a VOD. Source: architecture 5.4, 5.7.
 */
export const timeMapOf = ({ runs }: Pick<Timeline, 'runs'>): TimeMap => timeMapOfPieces(piecesOf(runs));

/** Maps by pieces in order, overlapping on neither clock. */
export function timeMapOfPieces(pieces: readonly Piece[]): TimeMap {
  const through = (at: number, from: (p: Piece) => Span, to: (p: Piece) => Span): number => {
    const piece = newestAt(pieces, (p) => from(p).from <= at);
    return piece ? interpolated(at, from(piece), to(piece)) : 0;
  };
  return { fileMsOf: (siteMs) => through(siteMs, siteOf, fileOf), siteMsOf: (fileMs) => through(fileMs, fileOf, siteOf) };
}

/** {@link TimeMap.fileMsOf} for a single stamp. */
export const fileMsOf = (timeline: Pick<Timeline, 'runs'>, siteMs: number): number => timeMapOf(timeline).fileMsOf(siteMs);

/** {@link TimeMap.siteMsOf} for a single time. */
export const siteMsOf = (timeline: Pick<Timeline, 'runs'>, fileMs: number): number => timeMapOf(timeline).siteMsOf(fileMs);

const siteOf = ({ site }: Piece): Span => site;
const fileOf = ({ file }: Piece): Span => file;

/** The last piece for which it holds, else the first one: it holds for all pieces up to one. */
function newestAt(pieces: readonly Piece[], holds: (piece: Piece) => boolean): Piece | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece && holds(piece)) low = middle + 1;
    else high = middle;
  }
  return pieces[Math.max(0, low - 1)];
}

function interpolated(at: number, from: Span, to: Span): number {
  const length = from.to - from.from;
  const part = length <= 0 ? 1 : Math.min(1, Math.max(0, (at - from.from) / length));
  return to.from + part * (to.to - to.from);
}
