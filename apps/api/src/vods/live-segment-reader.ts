import { decodeJournal, type JournalRecord, objectKeys, type PartRecord } from '#libs/contracts';
import { type EpochInfo, type ListedSegment, type PlacedSegment, readPart, SegmentIndex } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { partIdsOf } from './part-reader.js';

interface PartCursor {
  readonly records: JournalRecord[];
  page: string;
  segment: string;
  ended: boolean;
}

/** A segment that was not there at the last check. `part` as its journal tells, null before its first page. */
export interface NewSegment {
  readonly s: PlacedSegment;
  readonly epoch: EpochInfo;
  readonly part: PartRecord | null;
}

/**
 * A later part's segment this much before the last one given fills a gap: who only appends cannot take it any more.
 */
const BACK_MS = 60_000;

/**
 * The segments of a VOD that grows, each source second once and in order. Reads only what storage has got since the
 * last read.
 */
export class LiveSegmentReader {
  private readonly index = new SegmentIndex();
  private readonly cursors = new Map<string, PartCursor>();
  private last: PlacedSegment | null = null;

  constructor(
    private readonly storage: Storage,
    private readonly vodUuid: string,
  ) {}

  async refresh(take: (segment: NewSegment) => void): Promise<void> {
    for (const partId of await partIdsOf(this.storage, this.vodUuid)) await this.refreshPart(partId, take);
  }

  private async refreshPart(partId: string, take: (segment: NewSegment) => void): Promise<void> {
    const cursor = this.cursorOf(partId);
    if (cursor.ended) return;
    await this.readPages(partId, cursor);
    const listed = await this.listNew(partId, cursor);
    const read = readPart(partId, cursor.records, listed);
    for (const s of read.segments) {
      const epoch = read.epochs.get(s.epoch);
      if (!epoch) continue;
      // An epoch that no page tells of yet is remembered as it was guessed, so that later segments of it agree.
      if (!cursor.records.some((r) => r.t === 'epoch' && r.epoch === s.epoch))
        cursor.records.push({ t: 'epoch', ...epoch });
      if (!this.index.add(s) || (this.last && isBefore(s, this.last))) continue;
      this.last = s;
      take({ s, epoch, part: read.part });
    }
    cursor.ended = read.end !== null && listed.length === 0;
  }

  private async readPages(partId: string, cursor: PartCursor): Promise<void> {
    const prefix = objectKeys.journal(this.vodUuid, partId);
    for await (const page of this.storage.list(prefix, cursor.page === '' ? {} : { startAfter: cursor.page })) {
      const { records } = decodeJournal((await this.storage.read(page.key)).toString('utf8'));
      // Segments are reported by the listing; keeping their records too would hold a day twice in memory.
      cursor.records.push(...records.filter((r) => r.t !== 'seg' && r.t !== 'gap'));
      cursor.page = page.key;
    }
  }

  /** The cursor moves once all were listed: those of a list that broke off are listed again. */
  private async listNew(partId: string, cursor: PartCursor): Promise<ListedSegment[]> {
    const prefix = objectKeys.segments(this.vodUuid, partId);
    const listed: ListedSegment[] = [];
    let last = cursor.segment;
    for await (const o of this.storage.list(prefix, last === '' ? {} : { startAfter: last })) {
      listed.push({ name: o.key.slice(prefix.length), bytes: o.sizeBytes, modifiedAt: o.modifiedAt.getTime() });
      last = o.key;
    }
    cursor.segment = last;
    return listed;
  }

  private cursorOf(partId: string): PartCursor {
    const known = this.cursors.get(partId);
    if (known) return known;
    const fresh: PartCursor = { records: [], page: '', segment: '', ended: false };
    this.cursors.set(partId, fresh);
    return fresh;
  }
}

/** By date-time where both have one, else by the source clock that both parts share. */
function isBefore(s: PlacedSegment, last: PlacedSegment): boolean {
  if (s.partId === last.partId) return false;
  const backMs = s.pdtMs !== null && last.pdtMs !== null ? last.pdtMs - s.pdtMs : last.ptsMs - s.ptsMs;
  return backMs > 0 && backMs < BACK_MS;
}
