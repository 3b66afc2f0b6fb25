import { objectKeys, type PartEndCause, type PartRecord, segmentName } from '#libs/contracts';
import { type CapturedGap, type CapturedSegment, type CaptureSink, type Epoch, type InitSection } from '#libs/media';
import { type Storage } from '#libs/storage';
import { ulid } from 'ulid';
import { contentTypeOf } from '../store/content-type.js';
import { bytesOf, type Page } from '../store/page.js';
import { PartJournal } from '../store/part-journal.js';
import { type DownloadTotals, type StoredPart, totalsOf } from './stored-part.js';

export interface DownloadPartPorts {
  readonly storage: Pick<Storage, 'put'>;
  /** What stands in the VOD's place in {@link objectKeys}. */
  readonly place: string;
  readonly part: Omit<PartRecord, 't' | 'startedAt'>;
  readonly before: StoredPart;
  readonly signal: AbortSignal;
  /** Something more of it is stored, or known to be gone. */
  readonly onMoved: () => void;
}

const PAGE_MS = 60_000;

/**
 * A part made of what a site keeps: written as a capture's is, each object stored before the next one is taken. There
 * is no spool: what storage does not take can be fetched again. Goes on behind what an earlier delivery has stored.
 */
export class DownloadPart implements CaptureSink {
  readonly totals: { -readonly [K in keyof DownloadTotals]: DownloadTotals[K] };
  private readonly journal: PartJournal;

  constructor(private readonly ports: DownloadPartPorts) {
    const {
      place,
      part: { partId },
      before: { pages, info },
    } = ports;
    // A frozen recorder that wakes up may write a page of the same number: neither takes the other's place.
    const run = ulid();
    this.journal = new PartJournal({ vodUuid: place, partId }, PAGE_MS, {
      pages,
      hasEpoch: info.epochs.size > 0,
      keyOf: (n) => objectKeys.journalPage(place, partId, n).replace(/\.ndjson$/, `-${run}.ndjson`),
    });
    this.totals = { ...totalsOf(info) };
  }

  /** Names in the journal what an earlier delivery stored and did not come to name. */
  async begin(): Promise<void> {
    const { part, before } = this.ports;
    if (before.info.part === null) this.journal.add({ t: 'part', ...part, startedAt: Date.now() });
    for (const { name, modifiedAt } of before.unpaged) await this.putPages(this.journal.stored(name, modifiedAt));
  }

  async init({ crc, bytes }: InitSection): Promise<void> {
    await this.put(objectKeys.init(this.ports.place, this.ports.part.partId, crc), bytes);
  }

  async epoch(epoch: Epoch): Promise<void> {
    this.journal.add({ t: 'epoch', ...epoch });
    await this.putPages(this.journal.flush(Date.now()));
  }

  async segment({ info, body }: CapturedSegment): Promise<void> {
    const name = segmentName(info);
    try {
      await this.put(objectKeys.segment(this.ports.place, this.ports.part.partId, name), body.bytes);
    } finally {
      body.release();
    }
    this.totals.segments += 1;
    this.totals.bytes += info.bytes;
    this.totals.mediaMs += info.durMs;
    await this.putPages(this.journal.stored(name, Date.now()));
    this.ports.onMoved();
  }

  async gap(gap: CapturedGap): Promise<void> {
    this.totals.missingMs += gap.durMs;
    this.journal.add({ t: 'gap', ...gap });
    await this.putPages(this.journal.flush(Date.now()));
    this.ports.onMoved();
  }

  /** A kept video has none: the site cuts them out. */
  ad(): Promise<void> {
    return Promise.resolve();
  }

  async end(cause: PartEndCause, reason: string): Promise<void> {
    const { segments, bytes } = this.totals;
    this.journal.add({ t: 'end', cause, at: Date.now(), segments, bytes, reason });
    await this.putPages(this.journal.flush(Date.now()));
  }

  private async putPages(pages: readonly Page[]): Promise<void> {
    for (const page of pages) await this.put(page.key, bytesOf(page));
  }

  private async put(key: string, bytes: Uint8Array): Promise<void> {
    const { storage, signal } = this.ports;
    signal.throwIfAborted();
    await storage.put(key, bytes, { contentType: contentTypeOf(key), signal });
  }
}
