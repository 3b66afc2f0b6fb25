import { encodeJournal, objectKeys, type JournalRecord } from '#libs/contracts';
import { type SmallObject } from './small-object.js';

const PAGE_SEGMENTS = 50;

/** Where an earlier writer of the same part stopped, and the keys of this writer's pages. */
export interface JournalResume {
  readonly pages: number;
  readonly hasEpoch: boolean;
  readonly keyOf: (n: number) => string;
}

/**
 * Collects the journal records of a part and cuts them into pages: every 50 segments or `pageMs`, and at once on
 * `flush`. There is no page before the first epoch, because a part without an epoch has no media. Pure: the caller
 * passes the time.
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
   * Queues a record for the next page. Call {@link flush} after a record that readers cannot derive from object names
   * (an epoch, a gap, the end).
   */
  add(record: Exclude<JournalRecord, { t: 'seg' }>): void {
    this.pending.push(record);
    this.hasEpoch ||= record.t === 'epoch';
  }

  /**
   * Records a stored segment.
   * @returns the page that is due, if any
   */
  stored(name: string, now: number): readonly SmallObject[] {
    this.pending.push({ t: 'seg', name, storedAt: now });
    this.segments += 1;
    this.pagedAt ??= now;
    return this.segments >= PAGE_SEGMENTS || now - this.pagedAt >= this.pageMs ? this.page(now) : [];
  }

  /** Cuts all pending records into a page, once there is an epoch. */
  flush(now: number): readonly SmallObject[] {
    return this.hasEpoch && this.pending.length > 0 ? this.page(now) : [];
  }

  private page(now: number): readonly SmallObject[] {
    const body = encodeJournal(this.pending);
    const key = this.keyOf(this.pages);
    this.pending = [];
    this.pages += 1;
    this.segments = 0;
    this.pagedAt = now;
    return [{ key, body }];
  }
}
