import type { ChannelLog, OfferedSegment } from '../sim-log.js';
import type { FrameRange } from './frame-range.js';

export interface ExpectFrom {
  /**
   * When the recorder first loaded the playlist, ms since the Unix epoch: the oldest segment listed then is the first
   * expected one. Default: all from the first segment on.
   */
  readonly fromOldestAt?: number;
  /** Segments published after this time are not expected. */
  readonly until?: number;
  /**
   * A segment counts as offered if it was available for this time; default 1 s, one poll of a playlist with 2 s
   * segments.
   */
  readonly minReachMs?: number;
}

/** The segments that a recorder could have fetched, in order. */
export function expectedSegments(
  { segments }: Pick<ChannelLog, 'segments'>,
  { fromOldestAt = 0, until = Infinity, minReachMs = 1000 }: ExpectFrom = {},
): OfferedSegment[] {
  return segments.filter(
    ({ withheld, reachableMs, removedAt, publishedAt }) =>
      !withheld && reachableMs >= minReachMs && (removedAt ?? Infinity) > fromOldestAt && publishedAt <= until,
  );
}

/** Frames of the expected segments, from the sim's own log. */
export function expectedFrames(log: Pick<ChannelLog, 'segments'>, from: ExpectFrom = {}): FrameRange[] {
  return expectedSegments(log, from).map(({ firstFrame, frameCount }) => ({ first: firstFrame, count: frameCount }));
}
