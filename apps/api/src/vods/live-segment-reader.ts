import { decodeJournal, type JournalRecord, objectKeys, type PartRecord, renditionPath } from '#libs/contracts';
import { type EpochInfo, type ListedSegment, type PlacedSegment, readPart, SegmentIndex } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { partIdsOf } from './part-reader.js';

interface PartCursor {
  readonly records: JournalRecord[];
  page: string;
  segment: string;
  ended: boolean;
}

/**
 * A segment that is new since the last refresh. `part` comes from the part's journal and is null before its first page.
 */
export interface NewSegment {
  readonly s: PlacedSegment;
  readonly epoch: EpochInfo;
  readonly part: PartRecord | null;
}

/**
 * If a segment of a later part starts less than this before the last returned segment, it fills a gap. Consumers only
 * append, so they cannot use it.
 */
const MAX_STEP_BACK_MS = 60_000;

/**
 * Reads the segments of a growing VOD: each source second once and in order. Reads only what was added to storage since
 * the last refresh.
 */
export class LiveSegmentReader {
  private readonly index = new SegmentIndex();
  private readonly cursors = new Map<string, PartCursor>();
  private last: PlacedSegment | null = null;

  constructor(
    private readonly storage: Storage,
    private readonly vodUuid: string,
    /** Id of an audio rendition; null: the video. */
    private readonly rendition: string | null = null,
  ) {}

  async refresh(onSegment: (segment: NewSegment) => void): Promise<void> {
    for (const partId of await partIdsOf(this.storage, this.vodUuid)) await this.refreshPart(partId, onSegment);
  }

  private async refreshPart(partId: string, onSegment: (segment: NewSegment) => void): Promise<void> {
    const cursor = this.cursorOf(partId);
    if (cursor.ended) return;
    await this.readPages(partId, cursor);
    const listed = await this.listNew(partId, cursor);
    const read = readPart(partId, cursor.records, listed);
    for (const s of read.segments) {
      const epoch = read.epochs.get(s.epoch);
      if (!epoch) continue;
      // If no journal page describes the epoch yet, retain the guessed one, so that its later segments agree with it.
      if (!cursor.records.some((r) => r.t === 'epoch' && r.epoch === s.epoch))
        cursor.records.push({ t: 'epoch', ...epoch });
      if (!this.index.add(s) || (this.last && isBefore(s, this.last))) continue;
      this.last = s;
      onSegment({ s, epoch, part: read.part });
    }
    cursor.ended = read.end !== null && listed.length === 0;
  }

  private async readPages(partId: string, cursor: PartCursor): Promise<void> {
    const prefix = objectKeys.journal(this.vodUuid, this.pathOf(partId));
    for await (const page of this.storage.list(prefix, cursor.page === '' ? {} : { startAfter: cursor.page })) {
      const { records } = decodeJournal((await this.storage.read(page.key)).toString('utf8'));
      // The listing reports the segments. Retaining their records too would hold a day of them in memory twice.
      cursor.records.push(...records.filter((r) => r.t !== 'seg' && r.t !== 'gap'));
      cursor.page = page.key;
    }
  }

  /** Moves the cursor only after the listing is complete. If a listing fails, the next one repeats it. */
  private async listNew(partId: string, cursor: PartCursor): Promise<ListedSegment[]> {
    const prefix = objectKeys.segments(this.vodUuid, this.pathOf(partId));
    const listed: ListedSegment[] = [];
    let last = cursor.segment;
    for await (const o of this.storage.list(prefix, last === '' ? {} : { startAfter: last })) {
      listed.push({ name: o.key.slice(prefix.length), bytes: o.sizeBytes, modifiedAt: o.modifiedAt.getTime() });
      last = o.key;
    }
    cursor.segment = last;
    return listed;
  }

  private pathOf(partId: string): string {
    return this.rendition === null ? partId : renditionPath(partId, this.rendition);
  }

  private cursorOf(partId: string): PartCursor {
    const known = this.cursors.get(partId);
    if (known) return known;
    const fresh: PartCursor = { records: [], page: '', segment: '', ended: false };
    this.cursors.set(partId, fresh);
    return fresh;
  }
}

/** Compares by date-time if both segments have one, else by the source clock that both parts share. */
function isBefore(s: PlacedSegment, last: PlacedSegment): boolean {
  if (s.partId === last.partId) return false;
  const backMs = s.pdtMs !== null && last.pdtMs !== null ? last.pdtMs - s.pdtMs : last.ptsMs - s.ptsMs;
  return backMs > 0 && backMs < MAX_STEP_BACK_MS;
}
