import {
  decodeJournal,
  type JournalRecord,
  objectKeys,
  parseSegmentName,
  type PartRecord,
  renditionPath,
} from '#libs/contracts';
import {
  type EpochInfo,
  isUnfinishedFill,
  type ListedSegment,
  type PlacedSegment,
  readPart,
  SegmentIndex,
} from '#libs/domain';
import { type Storage } from '#libs/storage';
import { partIdsOf } from './part-reader.js';

interface PartCursor {
  /** Described by a page, or guessed. A source may begin one with each segment. */
  readonly epochs: Map<number, EpochInfo>;
  /** The few other records that a reader needs. */
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
    const read = readPart(partId, recordsFor(listed, cursor), listed);
    if (isUnfinishedFill(read)) return;
    for (const s of read.segments) {
      const epoch = read.epochs.get(s.epoch);
      if (!epoch) continue;
      // If no journal page describes the epoch yet, retain the guessed one, so that its later segments agree with it.
      if (!cursor.epochs.has(s.epoch)) cursor.epochs.set(s.epoch, epoch);
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
      for (const record of records) keep(record, cursor);
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
    const fresh: PartCursor = { epochs: new Map(), records: [], page: '', segment: '', ended: false };
    this.cursors.set(partId, fresh);
    return fresh;
  }
}

/** The listing reports the segments: retaining their records too would hold a day of them in memory twice. */
function keep(record: JournalRecord, { epochs, records }: PartCursor): void {
  if (record.t === 'epoch') epochs.set(record.epoch, record);
  else if (record.t === 'part' || record.t === 'notice' || record.t === 'end') records.push(record);
}

/** Only the epochs of these segments, so that the time of a refresh does not grow with the recording. */
function recordsFor(listed: readonly ListedSegment[], { epochs, records }: PartCursor): JournalRecord[] {
  const wanted = new Set(listed.map(({ name }) => parseSegmentName(name)?.epoch));
  const known = [...wanted].flatMap((epoch) => (epoch === undefined ? [] : (epochs.get(epoch) ?? [])));
  return [...records, ...known.map((epoch) => ({ t: 'epoch' as const, ...epoch }))];
}

/** Compares by date-time if both segments have one, else by the source clock that both parts share. */
function isBefore(s: PlacedSegment, last: PlacedSegment): boolean {
  if (s.partId === last.partId) return false;
  const backMs = s.pdtMs !== null && last.pdtMs !== null ? last.pdtMs - s.pdtMs : last.ptsMs - s.ptsMs;
  return backMs > 0 && backMs < MAX_STEP_BACK_MS;
}
