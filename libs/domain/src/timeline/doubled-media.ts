import { mergeParts } from './build-timeline.js';
import { type PartInfo } from './part-info.js';

/**
 * Duration of the media of each part that an earlier part has too, ms. The sum of all parts minus these is the length
 * of their timeline. A recorder that takes over starts with the oldest segment of the window, so parts overlap. Null
 * for the newest part while its newest segment is a duplicate: more duplicates may follow.
 * @param parts in order of creation
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
