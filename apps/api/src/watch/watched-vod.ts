import { decodeJournal, type JournalRecord, objectKeys } from '#libs/contracts';
import { type EpochFacts, type ListedSegment, type PlacedSegment, readPart, SegmentIndex } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { PlaylistText } from './playlist-text.js';
import { type Watched } from './watched.js';

/** A playlist asked for by several players is read from storage at most this often. */
const REFRESH_MS = 900;

interface PartCursor { readonly records: JournalRecord[]; page: string; segment: string; ended: boolean }

/** A later part's segment this much before the last one listed fills a hole: an EVENT list cannot take it any more, the sealed one will. */
const BACK_MS = 60_000;

/** The growing playlist of one VOD in memory: reads only what storage has got since the last look (architecture 5.5). */
export class WatchedVod implements Watched {
  private readonly index = new SegmentIndex();
  private readonly cursors = new Map<string, PartCursor>();
  private text: PlaylistText | null = null;
  private refreshing: Promise<void> | null = null;
  private refreshedAt = 0;
  private last: PlacedSegment | null = null;
  usedAt = 0;

  readonly stamp: string;
  private readonly storage: Storage;
  private readonly vodUuid: string;
  private readonly query: string;

  /** `query` is the signature of this VOD's addresses. */
  constructor({ storage, vodUuid, stamp, query }: { readonly storage: Storage; readonly vodUuid: string; readonly stamp: string; readonly query: string }) {
    this.storage = storage;
    this.vodUuid = vodUuid;
    this.stamp = stamp;
    this.query = query;
  }

  async render(delta: boolean): Promise<string | null> {
    this.usedAt = Date.now();
    if (this.usedAt - this.refreshedAt >= REFRESH_MS) await (this.refreshing ??= this.refresh().finally(() => { this.refreshing = null; }));
    return this.text === null || this.text.segments === 0 ? null : this.text.render({ ended: false, delta });
  }

  private async refresh(): Promise<void> {
    const parts: string[] = [];
    for await (const name of this.storage.names(objectKeys.parts(this.vodUuid))) parts.push(name.replace(/\/$/, ''));
    for (const partId of parts.sort()) await this.refreshPart(partId);
    this.refreshedAt = Date.now();
  }

  private async refreshPart(partId: string): Promise<void> {
    const cursor = this.cursorOf(partId);
    if (cursor.ended) return;
    await this.readPages(partId, cursor);
    const listed = await this.listNew(partId, cursor);
    const part = readPart(partId, cursor.records, listed);
    this.text ??= new PlaylistText(this.query, part.part?.targetDurationMs ?? 2000);
    for (const s of part.segments) {
      const epoch = part.epochs.get(s.epoch);
      if (!epoch) continue;
      // An epoch that no page tells of yet is remembered as it was guessed, so that later segments of it agree.
      if (!cursor.records.some((r) => r.t === 'epoch' && r.epoch === s.epoch)) cursor.records.push({ t: 'epoch', ...epoch });
      if (this.index.add(s)) this.list(s, epoch);
    }
    cursor.ended = part.end !== null && listed.length === 0;
  }

  private list(s: PlacedSegment, epoch: EpochFacts): void {
    if (this.last && isBefore(s, this.last)) return;
    this.text?.append(s, epoch);
    this.last = s;
  }

  private async readPages(partId: string, cursor: PartCursor): Promise<void> {
    const prefix = objectKeys.journal(this.vodUuid, partId);
    for await (const page of this.storage.list(prefix, cursor.page === '' ? {} : { startAfter: cursor.page })) {
      const { records } = decodeJournal((await this.storage.read(page.key)).toString('utf8'));
      // Segments are told by the listing; keeping their records too would hold a day twice in memory.
      cursor.records.push(...records.filter((r) => r.t !== 'seg' && r.t !== 'gap'));
      cursor.page = page.key;
    }
  }

  private async listNew(partId: string, cursor: PartCursor): Promise<ListedSegment[]> {
    const prefix = objectKeys.segments(this.vodUuid, partId);
    const listed: ListedSegment[] = [];
    for await (const o of this.storage.list(prefix, cursor.segment === '' ? {} : { startAfter: cursor.segment })) {
      listed.push({ name: o.key.slice(prefix.length), bytes: o.sizeBytes, modifiedAt: o.modifiedAt.getTime() });
      cursor.segment = o.key;
    }
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
