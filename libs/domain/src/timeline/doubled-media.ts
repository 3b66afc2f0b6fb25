import { mergeParts } from './build-timeline.js';
import { type PartInfo } from './part-info.js';

/**
 * How much media of each part an earlier part has too, ms: the sum of all parts less these is the length of their
 * timeline. A recorder that takes over begins with the oldest segment of the window. Null of the newest part, as long
 * as its newest segment is such: more of it may come, and nothing of it is new.
 * @param parts in order of birth
 */
export function doubledMs(parts: readonly PartInfo[]): ReadonlyMap<string, number | null> {
  const own = Map.groupBy(mergeParts(parts), ({ s }) => s.partId);
  return new Map(
    parts.map((part, n) => {
      const placed = (own.get(part.partId) ?? []).map(({ s }) => s);
      const isNew = part.segments.length === 0 || placed.some((s) => s === part.segments.at(-1));
      return [
        part.partId,
        isNew || part.end !== null || n < parts.length - 1 ? lengthOf(part.segments) - lengthOf(placed) : null,
      ];
    }),
  );
}

const lengthOf = (segments: readonly { readonly durMs: number }[]): number =>
  segments.reduce((sum, s) => sum + s.durMs, 0);
