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

/**
 * The list of a live channel by RFC 8216: the media sequence rises by one for each segment removed (6.2.2), the
 * discontinuity sequence by one for each mark removed with it (6.2.2, 4.3.3.3).
 */
export class LiveWindow {
  listed: LiveSegment[] = [];
  discontinuitySequence = 0;

  constructor(private readonly size: number) {}

  add(segment: LiveSegment): void {
    this.listed.push(segment);
    while (this.listed.length > this.size) this.remove(segment.publishedAt);
  }

  /** Removes all: the list of another server, or none. */
  empty(now: number): void {
    for (const segment of this.listed) segment.removedAt = now;
    this.listed = [];
    this.discontinuitySequence = 0;
  }

  private remove(now: number): void {
    const gone = this.listed.shift();
    if (!gone) return;
    gone.removedAt = now;
    if (gone.discontinuity) this.discontinuitySequence += 1;
  }
}
