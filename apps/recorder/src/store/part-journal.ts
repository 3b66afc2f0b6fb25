import { encodeJournal, objectKeys, type JournalRecord } from '#libs/contracts';
import { type Page } from './write-queue.js';

const PAGE_SEGMENTS = 50;

/**
 * Collects what happened in a part and cuts it into pages: every 50 segments or `pageMs`, and soon after anything that a reader cannot see
 * from object names (an epoch, a gap, the end). Nothing is written before the first segment is stored. Pure: the time is passed in.
 */
export class PartJournal {
  private pending: JournalRecord[] = [];
  private pages = 0;
  private segments = 0;
  private pagedAt: number | null = null;
  private urgent = true;

  constructor(private readonly place: { readonly vodUuid: string; readonly partId: string }, private readonly pageMs: number) {}

  /** An epoch becomes visible with its first segment; it makes no page alone. */
  add(record: Exclude<JournalRecord, { t: 'seg' }>): void {
    this.pending.push(record);
    this.urgent = true;
  }

  /** A segment is stored. @returns the page that is due */
  stored(name: string, now: number): readonly Page[] {
    this.pending.push({ t: 'seg', name, storedAt: now });
    this.segments += 1;
    this.pagedAt ??= now;
    return this.urgent || this.segments >= PAGE_SEGMENTS || now - this.pagedAt >= this.pageMs ? this.page(now) : [];
  }

  /** What a gap or the end asks for: everything so far as a page, once there is a segment at all. */
  flush(now: number): readonly Page[] { return this.pagedAt === null || this.pending.length === 0 ? [] : this.page(now); }

  private page(now: number): readonly Page[] {
    const text = encodeJournal(this.pending);
    const key = objectKeys.journalPage(this.place.vodUuid, this.place.partId, this.pages);
    this.pending = [];
    this.pages += 1;
    this.segments = 0;
    this.pagedAt = now;
    this.urgent = false;
    return [{ key, text }];
  }
}
