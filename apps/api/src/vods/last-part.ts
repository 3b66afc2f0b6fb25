import { type PartEntity } from '../persistence/entities/part.entity.js';

/** The part with media that is open, or else ended last; null if no part has media. */
export function lastPartOf(parts: readonly PartEntity[]): PartEntity | null {
  const written = parts.filter(({ segments }) => segments > 0);
  return written.toSorted((a, b) => (b.endedAt ?? Infinity) - (a.endedAt ?? Infinity))[0] ?? null;
}

/** Whether the part is complete. More may come of one whose recorder counted as lost. */
export const hasEnded = ({ endedAt, cause }: Pick<PartEntity, 'endedAt' | 'cause'>): boolean =>
  endedAt !== null && cause !== 'lost';
