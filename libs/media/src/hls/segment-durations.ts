import { type Inspected } from '../inspect/inspect-segment.js';

/** Equal lengths differ by less than this, because playlists round to a millisecond and clocks to 90 kHz. */
const EQUAL_MS = 5;
/** A smaller difference is rounding, which nobody needs to know about. */
const ODD_MS = 100;

/** Time stamps that jump inside a segment say nothing about its length. */
const isPlausible = (mediaMs: number, listedMs: number): boolean => mediaMs > 0 && mediaMs <= 10 * listedMs + 10_000;

/** A segment is not shorter than its media; a far longer one would be a still picture. */
const contradicts = (mediaMs: number, listedMs: number, frameMs: number): boolean =>
  mediaMs > listedMs + 1.5 * frameMs || listedMs > 2 * mediaMs + 1000;

/** Two statements about the length of a segment: by its playlist, and by the time stamps in it. */
interface Lengths {
  readonly listedMs: number;
  readonly mediaMs: number | null;
}

/** `otherMs`: the statement that was not chosen, if it differs. `isOdd`: the media contradict the playlist. */
export interface ChosenDuration {
  readonly durMs: number;
  readonly otherMs: number | null;
  readonly isOdd: boolean;
}

/**
 * Chooses the length of each segment. EXTINF may be rounded to whole seconds or be nonsense, and the time stamps in a
 * segment do not show how long its last picture lasts. The distance to the next segment shows which one is right. Pure.
 */
export class SegmentDurations {
  private prefersMedia = false;
  private last: (Lengths & { readonly ptsMs: number }) | null = null;

  /** @param isGuess the playlist states no usable length */
  choose({ listedMs, isGuess }: { listedMs: number; isGuess: boolean }, of: Inspected): ChosenDuration {
    const { mediaMs = null } = of;
    if (mediaMs === null || !isPlausible(mediaMs, listedMs) || Math.abs(listedMs - mediaMs) <= EQUAL_MS)
      return { durMs: listedMs, otherMs: null, isOdd: isGuess };
    return isGuess || this.prefersMedia || contradicts(mediaMs, listedMs, of.frameMs ?? 0)
      ? { durMs: mediaMs, otherMs: listedMs, isOdd: isGuess || Math.abs(listedMs - mediaMs) > ODD_MS }
      : { durMs: listedMs, otherMs: mediaMs, isOdd: false };
  }

  /** @param isNext it directly follows the previous one on the same clock */
  placed(ptsMs: number, isNext: boolean, { listedMs, mediaMs }: Lengths): void {
    const { last } = this;
    this.last = { ptsMs, listedMs, mediaMs };
    if (!isNext || !last || last.mediaMs === null) return;
    const [byMedia, byList] = [last.mediaMs, last.listedMs].map((ms) => Math.abs(ptsMs - last.ptsMs - ms));
    if (byMedia === undefined || byList === undefined || Math.abs(byMedia - byList) <= EQUAL_MS) return;
    this.prefersMedia = byMedia < byList;
  }
}
