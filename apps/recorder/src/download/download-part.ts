import { type CaptureNotice, objectKeys, type PartEndCause, type PartRecord, segmentName } from '#libs/contracts';
import { partTotals, type PartTotals } from '#libs/domain';
import { type CapturedGap, type CapturedSegment, type CaptureSink, type Epoch, type InitSection } from '#libs/media';
import { type Storage } from '#libs/storage';
import { ulid } from 'ulid';
import { contentTypeOf } from '../store/content-type.js';
import { bytesOf, type SmallObject } from '../store/small-object.js';
import { PartJournal } from '../store/part-journal.js';
import { type StoredPart } from './stored-part.js';

export interface DownloadPartPorts {
  readonly storage: Pick<Storage, 'put'>;
  /** Takes the place of the VOD id in {@link objectKeys}. */
  readonly place: string;
  readonly part: Omit<PartRecord, 't' | 'startedAt'>;
  readonly before: StoredPart;
  readonly signal: AbortSignal;
  /** Called when another segment is stored or a gap is recorded. */
  readonly onMoved: () => void;
}

const PAGE_MS = 60_000;

/**
 * A part made from a site's past video. Written like a capture's part, but each object is stored before the next one is
 * accepted. It needs no spool, because anything that storage does not accept can be downloaded again. Continues after
 * what an earlier delivery stored.
 */
export class DownloadPart implements CaptureSink {
  readonly totals: { -readonly [K in keyof PartTotals]: PartTotals[K] };
  private readonly journal: PartJournal;
  private readonly noticed = new Set<CaptureNotice>();

  constructor(private readonly ports: DownloadPartPorts) {
    const {
      place,
      part: { partId },
      before: { pageCount, info },
    } = ports;
    // A suspended recorder that wakes up may write a page with the same number. The run id keeps both pages.
    const run = ulid();
    this.journal = new PartJournal({ vodUuid: place, partId }, PAGE_MS, {
      pages: pageCount,
      hasEpoch: info.epochs.size > 0,
      keyOf: (n) => objectKeys.journalPage(place, partId, n).replace(/\.ndjson$/, `-${run}.ndjson`),
    });
    this.totals = { ...partTotals(info) };
  }

  /** Adds segments to the journal that an earlier delivery stored but did not record. */
  async begin(): Promise<void> {
    const { part, before } = this.ports;
    if (before.info.part === null) this.journal.add({ t: 'part', ...part, startedAt: Date.now() });
    for (const { name, modifiedAt } of before.unrecorded) await this.putPages(this.journal.stored(name, modifiedAt));
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

  /** A past video has no ad breaks: the site cuts them out. */
  ad(): Promise<void> {
    return Promise.resolve();
  }

  /** Written with the next page. */
  notice(code: CaptureNotice): void {
    if (this.noticed.has(code)) return;
    this.noticed.add(code);
    this.journal.add({ t: 'notice', code, at: Date.now(), count: 1 });
  }

  async end(cause: PartEndCause, reason: string): Promise<void> {
    const { segments, bytes } = this.totals;
    this.journal.add({ t: 'end', cause, at: Date.now(), segments, bytes, reason });
    await this.putPages(this.journal.flush(Date.now()));
  }

  private async putPages(pages: readonly SmallObject[]): Promise<void> {
    for (const page of pages) await this.put(page.key, bytesOf(page));
  }

  private async put(key: string, bytes: Uint8Array): Promise<void> {
    const { storage, signal } = this.ports;
    signal.throwIfAborted();
    await storage.put(key, bytes, { contentType: contentTypeOf(key), signal });
  }
}
