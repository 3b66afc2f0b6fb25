import { decodeJournal, type JournalRecord, objectKeys, type Timeline } from '#libs/contracts';
import { buildTimeline, type ListedSegment, type PartInfo, readPart } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** Ids of a VOD's parts that have any object in storage, oldest first. */
export async function partIdsOf(storage: Pick<Storage, 'names'>, vodUuid: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const name of storage.names(objectKeys.parts(vodUuid))) ids.push(name.replace(/\/$/, ''));
  return ids.sort();
}

/** Reads a VOD's parts from storage. The stored media are authoritative. */
@Injectable()
export class PartReader {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /** Part ids, oldest first. */
  partIds(vodUuid: string): Promise<string[]> {
    return partIdsOf(this.storage, vodUuid);
  }

  async read(vodUuid: string, partId: string): Promise<PartInfo> {
    const records = await this.journal(vodUuid, partId);
    return readPart(partId, records, await this.listing(vodUuid, partId));
  }

  async readAll(vodUuid: string): Promise<PartInfo[]> {
    const parts: PartInfo[] = [];
    for (const id of await this.partIds(vodUuid)) parts.push(await this.read(vodUuid, id));
    return parts;
  }

  /**
   * Reads all parts and builds their timeline. It lists every segment, which takes seconds for a day of them. The row
   * holds the clock of a sealed VOD (`sealedClock`), so call this only for a VOD that is not sealed or whose media may
   * have changed since.
   */
  async timelineOf(vodUuid: string): Promise<{ readonly parts: readonly PartInfo[]; readonly timeline: Timeline }> {
    const parts = await this.readAll(vodUuid);
    return { parts, timeline: buildTimeline(parts) };
  }

  /** Reads the records of all journal pages, in order. */
  async journal(vodUuid: string, partId: string): Promise<JournalRecord[]> {
    const records: JournalRecord[] = [];
    for await (const page of this.storage.list(objectKeys.journal(vodUuid, partId)))
      records.push(...decodeJournal((await this.storage.read(page.key)).toString('utf8')).records);
    return records;
  }

  private async listing(vodUuid: string, partId: string): Promise<ListedSegment[]> {
    const listed: ListedSegment[] = [];
    for await (const o of this.storage.list(objectKeys.segments(vodUuid, partId)))
      listed.push({ name: nameOf(o.key), bytes: o.sizeBytes, modifiedAt: o.modifiedAt.getTime() });
    return listed;
  }
}

/** Totals of a part from storage, for a row that missed its event. */
export function totalsOf(part: PartInfo): {
  segments: number;
  bytes: number;
  mediaMs: number;
  missingMs: number;
  gaps: number;
  notices: PartInfo['notices'];
} {
  return {
    segments: part.segments.length,
    gaps: part.gaps.length,
    notices: part.notices,
    bytes: part.segments.reduce((n, s) => n + s.bytes, 0),
    mediaMs: part.segments.reduce((n, s) => n + s.durMs, 0),
    missingMs: part.gaps.reduce((n, g) => n + g.durMs, 0),
  };
}
