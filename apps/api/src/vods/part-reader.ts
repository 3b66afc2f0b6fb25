import {
  decodeJournal,
  type JournalRecord,
  objectKeys,
  renditionPath,
  type RenditionTrack,
  type Timeline,
} from '#libs/contracts';
import {
  addSubtitles,
  alignAudio,
  type RenditionParts,
  buildTimeline,
  isUnfinishedFill,
  type PartInfo,
  PartScan,
  partTotals,
  type PartTotals,
} from '#libs/domain';
import { yieldTurn } from '#libs/input';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

type NamesRenditions = Pick<PartInfo, 'partId' | 'part'>;

const audioOf = ({ part }: NamesRenditions): readonly RenditionTrack[] => part?.renditions ?? [];
const subtitlesOf = ({ part }: NamesRenditions): readonly RenditionTrack[] => part?.subtitles ?? [];

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

  read(vodUuid: string, partId: string): Promise<PartInfo> {
    return this.scan(vodUuid, { partId, path: partId });
  }

  /** All parts that count, oldest first. */
  async readAll(vodUuid: string): Promise<PartInfo[]> {
    const parts: PartInfo[] = [];
    for (const id of await this.partIds(vodUuid)) parts.push(await this.read(vodUuid, id));
    return parts.filter((part) => !isUnfinishedFill(part));
  }

  /**
   * Reads all parts and builds their timeline. It lists every segment, which takes seconds for a day of them. The row
   * holds the clock of a sealed VOD (`sealedClock`), so call this only for a VOD that is not sealed or whose media may
   * have changed since.
   */
  async timelineOf(vodUuid: string): Promise<{ readonly parts: readonly PartInfo[]; readonly timeline: Timeline }> {
    const parts = await this.readAll(vodUuid);
    await yieldTurn();
    return { parts, timeline: buildTimeline(parts) };
  }

  /** Like {@link timelineOf}, with the audio renditions in the runs, and the subtitles. */
  async timelineWithRenditions(
    vodUuid: string,
  ): Promise<{ readonly parts: readonly PartInfo[]; readonly timeline: Timeline }> {
    const { parts, timeline } = await this.timelineOf(vodUuid);
    await yieldTurn();
    const withAudio = alignAudio(timeline, await this.readAudio(vodUuid, parts));
    const subtitles = await this.readRenditions(vodUuid, parts, subtitlesOf);
    return { parts, timeline: addSubtitles(withAudio, subtitles) };
  }

  /** Reads the audio renditions that the parts name. */
  readAudio(vodUuid: string, parts: readonly NamesRenditions[]): Promise<RenditionParts[]> {
    return this.readRenditions(vodUuid, parts, audioOf);
  }

  private async readRenditions(
    vodUuid: string,
    parts: readonly NamesRenditions[],
    namedBy: (part: NamesRenditions) => readonly RenditionTrack[],
  ): Promise<RenditionParts[]> {
    const found = new Map<string, RenditionParts & { readonly parts: PartInfo[] }>();
    for (const named of parts)
      for (const track of namedBy(named)) {
        const { partId } = named;
        const path = renditionPath(partId, track.id);
        const known = found.get(track.id) ?? { track, parts: [] };
        known.parts.push(await this.scan(vodUuid, { partId, path }));
        found.set(track.id, known);
      }
    return [...found.values()];
  }

  /** Totals of a part from storage, for a row that missed its event. The bytes include its renditions. */
  async totalsOf(
    vodUuid: string,
    part: PartInfo,
  ): Promise<PartTotals & { readonly gaps: number; readonly notices: PartInfo['notices'] }> {
    const all = await this.readRenditions(vodUuid, [part], (named) => [...audioOf(named), ...subtitlesOf(named)]);
    const beside = all.flatMap(({ parts }) => parts);
    const totals = partTotals(part);
    const bytes = beside.reduce((sum, one) => sum + partTotals(one).bytes, totals.bytes);
    return { ...totals, bytes, gaps: part.gaps.length, notices: part.notices };
  }

  /** Reads the records of all journal pages, in order, without those of segments: the listing reports them. */
  async journal(vodUuid: string, partId: string): Promise<JournalRecord[]> {
    const records: JournalRecord[] = [];
    for await (const page of this.journalPages(vodUuid, partId)) records.push(...page.filter(({ t }) => t !== 'seg'));
    return records;
  }

  /** Names of all segments of a part or a rendition that its journal has, also of those that are gone. */
  async journalled(vodUuid: string, path: string): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const page of this.journalPages(vodUuid, path))
      for (const record of page) if (record.t === 'seg') names.add(record.name);
    return names;
  }

  private async *journalPages(vodUuid: string, path: string): AsyncGenerator<JournalRecord[], void, undefined> {
    for await (const { key } of this.storage.list(objectKeys.journal(vodUuid, path)))
      yield decodeJournal((await this.storage.read(key)).toString('utf8')).records;
  }

  /** @param options `path`: of the part, or of one of its renditions */
  private async scan(
    vodUuid: string,
    { partId, path }: { readonly partId: string; readonly path: string },
  ): Promise<PartInfo> {
    const scan = new PartScan(partId, await this.journal(vodUuid, path));
    for await (const o of this.storage.list(objectKeys.segments(vodUuid, path))) {
      await yieldTurn();
      scan.add({ name: nameOf(o.key), bytes: o.sizeBytes, modifiedAt: o.modifiedAt.getTime() });
    }
    return scan.read();
  }
}
