import { type MediaSegment } from './media-playlist.js';

/**
 * Gives every segment the programme date-time that follows from its neighbours, forwards and backwards, but never
 * across a discontinuity: how much time lies in one is not known. Source: RFC 8216 section 4.3.2.6.
 */
export function carryProgrammeTime(segments: readonly MediaSegment[]): readonly MediaSegment[] {
  if (!segments.some((segment) => segment.pdtMs !== null)) return segments;
  const at: (number | null)[] = segments.map((segment) => segment.pdtMs);
  segments.forEach((segment, i) => {
    const before = segments[i - 1];
    const beforeAt = at[i - 1];
    if (at[i] === null && before && beforeAt !== null && beforeAt !== undefined && !segment.discontinuity)
      at[i] = beforeAt + before.durMs;
  });
  for (let i = segments.length - 2; i >= 0; i -= 1) {
    const next = segments[i + 1];
    const nextAt = at[i + 1];
    if (at[i] === null && next && nextAt !== null && nextAt !== undefined && !next.discontinuity)
      at[i] = nextAt - (segments[i]?.durMs ?? 0);
  }
  return segments.map((segment, i) => (segment.pdtMs === at[i] ? segment : { ...segment, pdtMs: at[i] ?? null }));
}
