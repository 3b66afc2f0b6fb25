import { type SeenSegment } from './known-segments.js';
import { type MediaSegment } from './media-playlist.js';

/** Segments that the source numbered but no loaded list contained. */
export interface MissedSegments {
  readonly kind: 'missed';
  readonly numbering: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly durMs: number;
  readonly at: number;
}
/**
 * Returns the segments between two numbers; null if there are none. Their length is that of the dates if it is plausible.
 * @param wall when the list was loaded, ms since the Unix epoch
 */
export function missedBetween(
  { seq, durMs, pdtMs }: SeenSegment,
  first: MediaSegment,
  { numbering, wall }: { readonly numbering: number; readonly wall: number },
): MissedSegments | null {
  if (first.seq <= seq + 1) return null;
  const guess = (first.seq - seq - 1) * durMs;
  const byTime = first.pdtMs !== null && pdtMs !== null ? first.pdtMs - pdtMs - durMs : null;
  const missing = byTime !== null && byTime > 0 && byTime < guess * 3 + 10_000 ? byTime : guess;
  return {
    kind: 'missed',
    numbering,
    fromSeq: seq + 1,
    toSeq: first.seq - 1,
    durMs: Math.round(missing),
    at: pdtMs === null ? wall - missing : pdtMs + durMs,
  };
}

/** Returns the segments that neither of two sessions listed, by programme date-time; null if there are none. */
export function missedBetweenSessions(
  { seq, durMs, pdtMs }: SeenSegment,
  first: MediaSegment,
  numbering: number,
): MissedSegments | null {
  const at = (pdtMs ?? 0) + durMs;
  const missing = (first.pdtMs ?? at) - at;
  if (missing < durMs / 2) return null;
  return {
    kind: 'missed',
    numbering,
    fromSeq: seq + 1,
    toSeq: seq + Math.max(1, Math.round(missing / Math.max(1, durMs))),
    durMs: Math.round(missing),
    at,
  };
}
