import { decodeJournal, type JournalRecord, objectKeys } from '#libs/contracts';
import { type ListedSegment, type PartInfo, readPart } from '#libs/domain';
import { type DownloadResume } from '#libs/media';
import { type Storage } from '#libs/storage';

/**
 * The part that earlier deliveries of a download have stored. `resume` is null if there is nothing to continue from.
 */
export interface StoredPart {
  readonly info: PartInfo;
  readonly pages: number;
  /** Segments that no journal page names yet. */
  readonly unpaged: readonly ListedSegment[];
  readonly resume: DownloadResume | null;
}

/** Totals of a part. `missingMs`: time of the video that the site does not provide. */
export interface DownloadTotals {
  readonly segments: number;
  readonly bytes: number;
  readonly mediaMs: number;
  readonly missingMs: number;
}

export function totalsOf({ segments, gaps }: PartInfo): DownloadTotals {
  const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((n, one) => n + of(one), 0);
  return {
    segments: segments.length,
    bytes: sum(segments, (s) => s.bytes),
    mediaMs: sum(segments, (s) => s.durMs),
    missingMs: sum(gaps, (g) => g.durMs),
  };
}

/**
 * Reads what storage holds of a part.
 * @param place takes the place of the VOD id in {@link objectKeys}
 */
export async function readStoredPart(
  storage: Pick<Storage, 'list' | 'read'>,
  place: string,
  partId: string,
): Promise<StoredPart> {
  const records: JournalRecord[] = [];
  let pages = 0;
  for await (const { key } of storage.list(objectKeys.journal(place, partId))) {
    records.push(...decodeJournal((await storage.read(key)).toString('utf8')).records);
    pages += 1;
  }
  const listed: ListedSegment[] = [];
  for await (const { key, sizeBytes, modifiedAt } of storage.list(objectKeys.segments(place, partId)))
    listed.push({ name: key.slice(key.lastIndexOf('/') + 1), bytes: sizeBytes, modifiedAt: modifiedAt.getTime() });
  const info = readPart(partId, records, listed);
  const paged = new Set(records.flatMap((r) => (r.t === 'seg' ? [r.name] : [])));
  return { info, pages, unpaged: listed.filter(({ name }) => !paged.has(name)), resume: resumeOf(info) };
}

/** Segments and gaps are stored in the order of the video, so the newest of both marks the progress. */
function resumeOf({ segments, gaps, epochs }: PartInfo): DownloadResume | null {
  const segment = segments.at(-1);
  const gap = gaps.toSorted((a, b) => a.toSeq - b.toSeq).at(-1);
  const epoch = segment ? epochs.get(segment.epoch) : undefined;
  if (!segment || !epoch || segment.pdtMs === null) return gap ? { seq: gap.toSeq, at: gap.at, epoch: null } : null;
  const behind = gaps.filter((g) => g.fromSeq > segment.seq).reduce((sum, g) => sum + g.durMs, 0);
  const next = { nextPtsMs: segment.ptsMs + segment.durMs + behind, nextPdtMs: segment.pdtMs + segment.durMs + behind };
  return {
    ...(gap && gap.toSeq > segment.seq ? { seq: gap.toSeq, at: gap.at } : { seq: segment.seq, at: segment.pdtMs }),
    epoch: { epoch, ...next },
  };
}
