import { decodeJournal, type JournalRecord, objectKeys } from '#libs/contracts';
import { type ListedSegment, type PartInfo, readPart } from '#libs/domain';
import { type DownloadResume } from '#libs/media';
import { type Storage } from '#libs/storage';

/** The part that earlier deliveries of a download have stored. */
export interface StoredPart {
  readonly info: PartInfo;
  /** Number of its journal pages. */
  readonly pageCount: number;
  /** Segments that no journal page names yet, in name order. */
  readonly unrecorded: readonly ListedSegment[];
  /** Where the download continues; null if it starts from the beginning. */
  readonly resume: DownloadResume | null;
}

/**
 * Reads what storage holds of a part. Invalid lines of its journal are skipped.
 * @param place takes the place of the VOD id in {@link objectKeys}
 */
export async function readStoredPart(
  storage: Pick<Storage, 'list' | 'read'>,
  place: string,
  partId: string,
): Promise<StoredPart> {
  const records: JournalRecord[] = [];
  let pageCount = 0;
  for await (const { key } of storage.list(objectKeys.journal(place, partId))) {
    records.push(...decodeJournal((await storage.read(key)).toString('utf8')).records);
    pageCount += 1;
  }
  const listed: ListedSegment[] = [];
  for await (const { key, sizeBytes, modifiedAt } of storage.list(objectKeys.segments(place, partId)))
    listed.push({ name: key.slice(key.lastIndexOf('/') + 1), bytes: sizeBytes, modifiedAt: modifiedAt.getTime() });
  const info = readPart(partId, records, listed);
  const recorded = new Set(records.flatMap((r) => (r.t === 'seg' ? [r.name] : [])));
  return {
    info,
    pageCount,
    unrecorded: listed.filter(({ name }) => !recorded.has(name)),
    resume: resumeOf(info),
  };
}

/**
 * A download stores segments and gaps in the order of the video, so the last of both marks its progress. A suspended
 * recorder may have added pages when it woke up, so the gaps are not sorted.
 */
function resumeOf({ segments, gaps, epochs }: PartInfo): DownloadResume | null {
  const segment = segments.at(-1);
  const gap = gaps.toSorted((a, b) => a.toSeq - b.toSeq).at(-1);
  const epoch = segment ? epochs.get(segment.epoch) : undefined;
  if (!segment || !epoch || segment.pdtMs === null) return gap ? { seq: gap.toSeq, at: gap.at, epoch: null } : null;
  const laterGapsMs = gaps.filter((g) => g.fromSeq > segment.seq).reduce((sum, g) => sum + g.durMs, 0);
  const endMs = segment.durMs + laterGapsMs;
  return {
    ...(gap && gap.toSeq > segment.seq ? { seq: gap.toSeq, at: gap.at } : { seq: segment.seq, at: segment.pdtMs }),
    epoch: { epoch, nextPtsMs: segment.ptsMs + endMs, nextPdtMs: segment.pdtMs + endMs },
  };
}
