import type { OfferedSegment } from '../sim-log.js';

/** A listed segment, with the data for its bytes and its tags. */
export interface LiveSegment extends OfferedSegment {
  /** Index in the source; continues over loops. */
  readonly position: number;
  /** Seconds added to the source's timestamps. */
  readonly shiftS: number;
  /** Whether a discontinuity tag precedes it. */
  readonly discontinuity: boolean;
  readonly gap: boolean;
  /** Wall-clock time of its first frame. */
  readonly startsAt: number;
  /** Its start offset in the growing file of each rendition (byteRange). */
  readonly offsets: ReadonlyMap<string, number>;
}

/**
 * The playlist of a live channel by RFC 8216. The media sequence rises by one for each removed segment (6.2.2); the
 * discontinuity sequence rises by one for each discontinuity tag removed with it (6.2.2, 4.3.3.3).
 */
export class LiveWindow {
  listed: LiveSegment[] = [];
  discontinuitySequence = 0;

  constructor(private readonly size: number) {}

  add(segment: LiveSegment): void {
    this.listed.push(segment);
    while (this.listed.length > this.size) this.remove(segment.publishedAt);
  }

  /** Removes all segments: the playlist of a new server, or no playlist. */
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
