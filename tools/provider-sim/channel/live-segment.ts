import type { OfferedSegment } from '../sim-log.js';

/** A segment of the list, with what is needed to make its bytes and its tags. */
export interface LiveSegment extends OfferedSegment {
  /** Index in the source, counted on over loops. */
  readonly position: number;
  /** Added to the source's timestamps. */
  readonly shiftS: number;
  /** A discontinuity is marked before it. */
  readonly discontinuity: boolean;
  readonly gap: boolean;
  /** Wall clock of its first frame. */
  readonly startsAt: number;
  /** Where it begins in the growing file of each rendition (byteRange). */
  readonly offsets: ReadonlyMap<string, number>;
}
