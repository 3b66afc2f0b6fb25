import { missingMs } from '#libs/domain';
import { type Snapshot } from './live-snapshots.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** How long the file is, or has grown, ms: the larger of what the row says and what its recorder reported since. */
export const lengthMs = (
  { mediaMs }: Pick<VodEntity, 'mediaMs'>,
  { parts, live }: { readonly parts: Parameters<typeof joinedMs>[0]; readonly live: Parameters<typeof joinedMs>[1] },
): number => Math.max(mediaMs, live ? joinedMs(parts, live) : 0);

/**
 * How much media its parts hold together, ms: what two recorders wrote counts once. Of a part of which that is not
 * known yet nothing counts: it begins with what is there already.
 * @param parts in order of birth
 * @param live what the recorder of the open part reported, which the part's row may be behind
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
 * What is missing of a VOD, ms. The gaps of its timeline tell it, each once: of two recorders over one stretch, what
 * both missed, and nothing that one of them has. What a recorder that is alone has just missed may not be among them
 * yet.
 * @param parts in order of birth
 * @param live what the recorder of the open part reported
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
