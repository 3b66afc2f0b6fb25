import { type Inspected } from '../inspect/inspect-segment.js';
import { MAX_PAUSE_MS } from '../inspect/track-limits.js';

/** Equal lengths differ by less than this, because playlists round to a millisecond and clocks to 90 kHz. */
const EQUAL_MS = 5;
/** A smaller difference is rounding, which nobody needs to know about. */
const ODD_MS = 100;

/** Time stamps that jump inside a segment say nothing about its length. */
const isPlausible = (mediaMs: number, listedMs: number): boolean => mediaMs > 0 && mediaMs <= 10 * listedMs + 10_000;

/** A segment is not shorter than its media; a far longer one would be a still picture. */
const contradicts = (mediaMs: number, listedMs: number, frameMs: number): boolean =>
  mediaMs > listedMs + 1.5 * frameMs || listedMs > 2 * mediaMs + 1000;

/** Media that end this much before EXTINF says, and by more than a quarter of it, may lack their end. */
const FAR_MS = 500;
const FAR_SHARE = 0.25;

const isFarShorter = (listedMs: number, inspected: Inspected): boolean =>
  listedMs - longestMs(listedMs, inspected) > Math.max(FAR_MS, listedMs * FAR_SHARE);

/** Audio may go on beside a picture that stands still, or beside video that is missing. */
function longestMs(listedMs: number, { mediaMs = 0, tracks = [] }: Inspected): number {
  const ends = tracks.flatMap(({ spans }) => spans.map(({ fromMs, toMs }) => toMs ?? fromMs));
  return ends.filter((endMs) => isPlausible(endMs, listedMs)).reduce((most, endMs) => Math.max(most, endMs), mediaMs);
}

/** Video that another track outlasts by a pause does not show how long its segment is. */
function wholeMs(listedMs: number, mediaMs: number, inspected: Inspected): number {
  const longest = longestMs(listedMs, inspected);
  return longest - mediaMs > MAX_PAUSE_MS ? longest : mediaMs;
}

/** Whether the time stamps of a segment start where those of another one end. */
function continues({ firstPtsMs: from, mediaMs = 0, frameMs = 0, wrapMs }: Inspected, next: Inspected): boolean {
  if (from === null || next.firstPtsMs === null) return false;
  const apart = next.firstPtsMs - from - mediaMs;
  return Math.abs(apart - (wrapMs === null ? 0 : Math.round(apart / wrapMs) * wrapMs)) <= 2 * frameMs + EQUAL_MS;
}

/** A segment as listed and as received. `isGuess`: the playlist states no usable length. */
export interface StatedSegment {
  readonly listedMs: number;
  readonly isGuess: boolean;
  readonly inspected: Inspected;
}

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
  private chosenMs = 0;
  /** EXTINF agreed with the media of some segment. */
  private isTrusted = false;

  /** Length of the newest segment, ms; 0 before the first one. */
  get newestMs(): number {
    return this.chosenMs;
  }

  choose({ inspected, ...listed }: StatedSegment): ChosenDuration {
    const chosen = this.compare(listed, inspected);
    this.chosenMs = chosen.durMs;
    this.isTrusted ||= inspected.mediaMs !== undefined && !isFarShorter(listed.listedMs, inspected);
    return chosen;
  }

  /**
   * Whether the media are so much shorter than EXTINF that their end is missing: an earlier segment or the next one shows
   * that EXTINF can be trusted, and the next one does not start where they end. Null: nothing shows it yet.
   * @param next null if it is not received yet
   */
  lacksEnd({ listedMs, isGuess, inspected }: StatedSegment, next: StatedSegment | null): boolean | null {
    if (isGuess || this.prefersMedia || inspected.mediaMs === undefined) return false;
    if (!isFarShorter(listedMs, inspected) || (next && continues(inspected, next.inspected))) return false;
    if (this.isTrusted) return true;
    return next && next.inspected.mediaMs !== undefined && !isFarShorter(next.listedMs, next.inspected);
  }

  /** Length of the missing end of a segment, ms. */
  missingMs({ listedMs, isGuess, inspected }: StatedSegment): number {
    const wholeMs = (isGuess || this.prefersMedia) && this.chosenMs > 0 ? this.chosenMs : listedMs;
    return Math.max(0, wholeMs - (inspected.mediaMs ?? 0));
  }

  private compare({ listedMs, isGuess }: { listedMs: number; isGuess: boolean }, of: Inspected): ChosenDuration {
    const mediaMs = of.mediaMs === undefined ? null : wholeMs(listedMs, of.mediaMs, of);
    if (mediaMs === null || !isPlausible(mediaMs, listedMs) || Math.abs(listedMs - mediaMs) <= EQUAL_MS)
      return { durMs: listedMs, otherMs: null, isOdd: isGuess };
    return isGuess || this.prefersMedia || contradicts(mediaMs, listedMs, of.frameMs ?? 0)
      ? { durMs: mediaMs, otherMs: listedMs, isOdd: isGuess || Math.abs(listedMs - mediaMs) > ODD_MS }
      : { durMs: listedMs, otherMs: mediaMs, isOdd: false };
  }

  /** The end of a segment is missing: its length says nothing about the others. */
  skipped(): void {
    this.last = null;
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
