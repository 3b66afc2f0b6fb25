import { encodeJournal, objectKeys, type JournalRecord } from '#libs/contracts';
import { type Page } from './page.js';

const PAGE_SEGMENTS = 50;

/** Where an earlier writer of the same part stopped, and how this one calls its pages. */
export interface JournalResume {
  readonly pages: number;
  readonly hasEpoch: boolean;
  readonly keyOf: (n: number) => string;
}

/**
 * Collects what happened in a part and cuts it into pages: every 50 segments or `pageMs`, and at once when asked to.
 * There is no page before the first epoch: a part without one has no media. Pure: the time is passed in.
 */
export class PartJournal {
  private pending: JournalRecord[] = [];
  private pages: number;
  private segments = 0;
  private pagedAt: number | null = null;
  private hasEpoch: boolean;
  private readonly keyOf: (n: number) => string;

  constructor(
    { vodUuid, partId }: { readonly vodUuid: string; readonly partId: string },
    private readonly pageMs: number,
    resume: JournalResume | null = null,
  ) {
    this.pages = resume?.pages ?? 0;
    this.hasEpoch = resume?.hasEpoch ?? false;
    this.keyOf = resume?.keyOf ?? ((n) => objectKeys.journalPage(vodUuid, partId, n));
  }

  /**
   * Waits for the next page. What no reader can see from object names (an epoch, a gap, the end) is followed by a
   * {@link flush}.
   */
  add(record: Exclude<JournalRecord, { t: 'seg' }>): void {
    this.pending.push(record);
    this.hasEpoch ||= record.t === 'epoch';
  }

  /** A segment is stored. @returns the page that is due */
  stored(name: string, now: number): readonly Page[] {
    this.pending.push({ t: 'seg', name, storedAt: now });
    this.segments += 1;
    this.pagedAt ??= now;
    return this.segments >= PAGE_SEGMENTS || now - this.pagedAt >= this.pageMs ? this.page(now) : [];
  }

  /** Everything so far as a page, once there is an epoch. */
  flush(now: number): readonly Page[] {
    return this.hasEpoch && this.pending.length > 0 ? this.page(now) : [];
  }

  private page(now: number): readonly Page[] {
    const body = encodeJournal(this.pending);
    const key = this.keyOf(this.pages);
    this.pending = [];
    this.pages += 1;
    this.segments = 0;
    this.pagedAt = now;
    return [{ key, body }];
  }
}
