import type { ChannelLog, OfferedSegment } from '../sim-log.js';
import type { FrameRange } from './frame-range.js';

export interface ExpectFrom {
  /**
   * When the recorder first loaded the list, ms since the Unix epoch: the oldest segment listed then is the first
   * expected one. None: from the first on.
   */
  readonly fromOldestAt?: number;
  /** Segments published later than this are not expected. */
  readonly until?: number;
  /** A segment counts as offered when it could be had for so long; 1 s when not given: one poll of a 2 s list. */
  readonly minReachMs?: number;
}

/** The segments that a recorder could have had, in order. */
export function expectedSegments(
  { segments }: Pick<ChannelLog, 'segments'>,
  { fromOldestAt = 0, until = Infinity, minReachMs = 1000 }: ExpectFrom = {},
): OfferedSegment[] {
  return segments.filter(
    ({ withheld, reachableMs, removedAt, publishedAt }) =>
      !withheld && reachableMs >= minReachMs && (removedAt ?? Infinity) > fromOldestAt && publishedAt <= until,
  );
}

/** Every frame offered from the oldest segment of the first list on, by the sim's own log. */
export function expectedFrames(log: Pick<ChannelLog, 'segments'>, from: ExpectFrom = {}): FrameRange[] {
  return expectedSegments(log, from).map(({ firstFrame, frameCount }) => ({ first: firstFrame, count: frameCount }));
}
