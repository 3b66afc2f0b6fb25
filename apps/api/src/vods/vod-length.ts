import { missingMs } from '#libs/domain';
import { type Snapshot } from './capture-status-cache.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** Current length of the file, ms: the larger of the row's value and the recorder's newest report. */
export const lengthMs = (
  { mediaMs }: Pick<VodEntity, 'mediaMs'>,
  { parts, live }: { readonly parts: Parameters<typeof joinedMs>[0]; readonly live: Parameters<typeof joinedMs>[1] },
): number => Math.max(mediaMs, live ? joinedMs(parts, live) : 0);

/**
 * Media length of all parts together, ms. Media that two recorders wrote count once. A later part counts only after its
 * overlap (`doubledMs`) is known, because it starts with media that are already there.
 * @param parts in order of creation
 * @param live newest report of the open part's recorder; the part's row may be behind
 */
export function joinedMs(
  parts: readonly Pick<PartEntity, 'partId' | 'mediaMs' | 'doubledMs'>[],
  live: Pick<Snapshot, 'partId' | 'mediaMs'> | null = null,
): number {
  const all = parts.map((p) => (p.partId === live?.partId ? { ...p, mediaMs: Math.max(p.mediaMs, live.mediaMs) } : p));
  if (live && all.length === 0) return live.mediaMs;
  return all.reduce(
    (sum, { mediaMs, doubledMs }, n) => sum + Math.max(0, mediaMs - (doubledMs ?? (n === 0 ? 0 : mediaMs))),
    0,
  );
}

/**
 * Missing media of a VOD, ms. With several parts only the gaps of the timeline count, so media that one of two
 * recorders has are not missing. With one part the recorder's report counts too, because its newest gap may not be in
 * the timeline yet.
 * @param parts in order of creation
 * @param live newest report of the open part's recorder
 */
export function missingOf(
  vod: Pick<VodEntity, 'missingMs' | 'gaps'>,
  {
    parts,
    live,
  }: {
    readonly parts: readonly Pick<PartEntity, 'partId'>[];
    readonly live: Pick<Snapshot, 'partId' | 'missingMs'> | null;
  },
): number {
  const inGaps = missingMs({ runs: [], gaps: vod.gaps });
  const partIds = new Set([...parts.map(({ partId }) => partId), ...(live ? [live.partId] : [])]);
  return partIds.size > 1 ? inGaps : Math.round(Math.max(inGaps, vod.missingMs, live?.missingMs ?? 0));
}
