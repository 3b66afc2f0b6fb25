/** What is remembered of a segment that was listed: enough to know it again. */
export interface SeenSegment {
  readonly seq: number;
  readonly uri: string;
  readonly durMs: number;
  readonly discontinuity: boolean;
  readonly pdtMs: number | null;
}

/** `same`/`other` where the programme date-times decide; `unclear` where a side has none. */
export function byProgrammeTime(a: SeenSegment, b: SeenSegment): 'same' | 'other' | 'unclear' {
  if (a.pdtMs === null || b.pdtMs === null) return 'unclear';
  return Math.abs(a.pdtMs - b.pdtMs) <= Math.max(500, a.durMs / 2) ? 'same' : 'other';
}

/**
 * Whether two listings with the same sequence number mean the same media. The address never decides alone: signed
 * addresses change at every reload (rust-srec v0.4.0), and a restarted server uses its old names again.
 */
export function isSame(a: SeenSegment, b: SeenSegment): boolean {
  const told = byProgrammeTime(a, b);
  if (told !== 'unclear') return told === 'same';
  if (!a.discontinuity && b.discontinuity) return false;
  return pathOf(a.uri) === pathOf(b.uri) || Math.abs(a.durMs - b.durMs) < 1;
}

export const pathOf = (uri: string): string => uri.replace(/[?#].*$/, '');
