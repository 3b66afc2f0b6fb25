import {
  type CaptureNotice,
  encodeJournal,
  EVENTS,
  type GapCause,
  objectKeys,
  renditionPath,
  segmentName,
  type PartEndCause,
  type PartRecord,
  TRACK_NOTICES,
} from '#libs/contracts';
import { english, type Message } from '#libs/messages';
import {
  type CapturedAd,
  type CapturedGap,
  type CapturedSegment,
  type CaptureSink,
  type Epoch,
  type InitSection,
} from '#libs/media';
import { PartJournal } from '../store/part-journal.js';
import { type SmallObject } from '../store/small-object.js';
import { type WriteQueue } from '../store/write-queue.js';
import { type EventOutbox } from '../core/event-outbox.js';
import { PartTotals } from './part-totals.js';

/** What the part records: the source may change it until the first segment. */
export type PartRendition = Pick<PartRecord, 'rendition' | 'width' | 'height' | 'fps' | 'targetDurationMs'>;
export type PartPlan = Omit<PartRecord, 't' | 'startedAt' | keyof PartRendition> & {
  readonly pageMs: number;
  /** Id of the rendition that the part is, of any kind. */
  readonly renditionId?: string;
};
export interface PartPorts {
  /** The rendition that the source uses now. */
  readonly rendition: () => PartRendition;
  readonly queue: WriteQueue;
  readonly outbox: EventOutbox;
  readonly now: () => number;
  readonly onChange: () => void;
  /** Called at the first stored segment. */
  readonly onStart: () => void;
  /** For a rendition: the part that it belongs to, which reports to the API, and its notice of a missing segment. */
  readonly beside?: { readonly video: Part; readonly missing: CaptureNotice };
}

/**
 * Before the first segment of a rendition, these are not missing: a server that just began lists gaps in place of the
 * segments that it never had, and a rendition that went on after the previous part left its window without any video.
 */
const BEFORE_START: ReadonlySet<string> = new Set<GapCause>(['source-gap', 'left-window']);

/**
 * One part of a recording: stores what the engine captures, in order, with its journal. An epoch's page is stored
 * before the epoch's first segment, so that a reader can always place a segment. The part exists for readers once its
 * first segment is stored; readers never see a part without a segment. A rendition of a part is a part below
 * it, with its own segments and journal.
 */
export class Part implements CaptureSink {
  readonly totals = new PartTotals();
  private readonly journal: PartJournal;
  /** The part in object keys. */
  private readonly path: string;
  /** Null until the first epoch. */
  private record: PartRecord | null = null;
  private newestInit: SmallObject | null = null;
  /** Objects that players need for the segments of the newest epoch. */
  private companions: readonly SmallObject[] = [];

  constructor(
    readonly plan: PartPlan,
    private readonly ports: PartPorts,
  ) {
    this.path = plan.renditionId === undefined ? plan.partId : renditionPath(plan.partId, plan.renditionId);
    this.journal = new PartJournal({ vodUuid: plan.vodUuid, partId: this.path }, plan.pageMs);
  }

  get id(): string {
    return this.plan.partId;
  }
  /** True if something was captured, even if it is not stored yet. */
  get hasMedia(): boolean {
    return this.record !== null;
  }
  get spooledBytes(): number {
    return this.ports.queue.spooled;
  }
  get isSpooling(): boolean {
    return this.ports.queue.isAway;
  }
  get rendition(): string {
    return this.ports.rendition().rendition;
  }

  /** Sends everything that storage has not accepted yet to the spool. */
  giveUp(): void {
    this.ports.queue.giveUp();
  }

  async init({ crc, bytes }: InitSection): Promise<void> {
    const page = { key: objectKeys.init(this.plan.vodUuid, this.path, crc), body: bytes };
    this.newestInit = page;
    this.ports.queue.writePages(() => [page]);
    return Promise.resolve();
  }

  async epoch(epoch: Epoch): Promise<void> {
    this.record ??= this.open();
    this.companions = this.needsOf(epoch, this.record);
    this.ports.queue.writePages(() => {
      this.journal.add({ t: 'epoch', ...epoch });
      return this.journal.flush(this.ports.now());
    });
    return Promise.resolve();
  }

  async segment({ info, body }: CapturedSegment): Promise<void> {
    const { queue, now, onChange } = this.ports;
    const name = segmentName(info);
    const key = objectKeys.segment(this.plan.vodUuid, this.path, name);
    const gap: CapturedGap = {
      epoch: info.epoch,
      fromSeq: info.seq,
      toSeq: info.seq,
      durMs: info.durMs,
      at: info.pdtMs ?? now(),
      cause: 'spool-full',
    };
    if (
      await queue.add({
        key,
        body,
        then: () => this.stored(name, info),
        lost: () => this.missing(gap),
        needs: this.companions,
      })
    )
      return;
    await this.gap(gap);
    onChange();
  }

  async gap(gap: CapturedGap): Promise<void> {
    this.ports.queue.writePages(() => this.missing(gap));
    return Promise.resolve();
  }

  /**
   * Writes an ad break when it has ended. An ad break before the first segment stays in memory, because the first
   * segment may never come.
   */
  async ad({ over, ...ad }: CapturedAd): Promise<void> {
    this.ports.queue.writePages(() => {
      this.totals.advertised(ad.durMs, over);
      if (!over) return [];
      this.journal.add({ t: 'ad', ...ad });
      return this.hasMedia ? this.journal.flush(this.ports.now()) : [];
    });
    return Promise.resolve();
  }

  /** Writes a notice at its first occurrence; the end of the part has the number of all. */
  notice(code: CaptureNotice): void {
    if (TRACK_NOTICES.includes(code)) this.ports.beside?.video.notice(code);
    const count = this.totals.noticed(code);
    if (count > 1) return;
    this.ports.queue.writePages(() => {
      this.journal.add({ t: 'notice', code, at: this.ports.now(), count });
      return this.hasMedia ? this.journal.flush(this.ports.now()) : [];
    });
    this.ports.onChange();
  }

  /**
   * Writes the end record and reports the end, once everything before it is stored or left in the spool. A part without
   * a stored segment ends without an event.
   */
  async end(cause: PartEndCause, reason: Message): Promise<void> {
    const { queue, outbox, now, beside } = this.ports;
    queue.writePages(() => {
      if (this.totals.segments + queue.leftBehind === 0) return [];
      const { segments, bytes, notices } = this.totals;
      for (const { code, count } of notices) if (count > 1) this.journal.add({ t: 'notice', code, at: now(), count });
      this.journal.add({ t: 'end', cause, at: now(), segments, bytes, reason: english(reason) });
      return this.journal.flush(now());
    });
    await queue.settled();
    if (this.totals.segments === 0 || beside) return;
    const { vodUuid, recorder } = this.plan;
    outbox.add(
      EVENTS.partEnded,
      { vodUuid, partId: this.id, recorder, at: now(), ...this.totals.snapshot(), cause, reason },
      `${this.id}:ended`,
    );
  }

  private open(): PartRecord {
    const { pageMs: _pageMs, renditionId: _renditionId, ...plan } = this.plan;
    const record: PartRecord = { t: 'part', ...plan, ...this.ports.rendition(), startedAt: this.ports.now() };
    this.ports.queue.writePages(() => {
      this.journal.add(record);
      return [];
    });
    return record;
  }

  /**
   * The copy of an epoch's record sorts behind the numbered pages, since nothing follows it. It reaches storage only
   * after this process has ended. The record of the part is in it, because readers find renditions by it.
   */
  private needsOf(epoch: Epoch, record: PartRecord): readonly SmallObject[] {
    const copy = {
      key: `${objectKeys.journal(this.plan.vodUuid, this.path)}e${String(epoch.epoch).padStart(6, '0')}.ndjson`,
      body: encodeJournal([record, { t: 'epoch', ...epoch }]),
    };
    return epoch.initCrc !== null && this.newestInit ? [this.newestInit, copy] : [copy];
  }

  private missing(gap: CapturedGap): readonly SmallObject[] {
    this.totals.missed(gap.durMs);
    const { beside } = this.ports;
    if (beside && (this.hasMedia || !BEFORE_START.has(gap.cause))) beside.video.notice(beside.missing);
    this.journal.add({ t: 'gap', ...gap });
    return this.journal.flush(this.ports.now());
  }

  private stored(name: string, info: CapturedSegment['info']): readonly SmallObject[] {
    const at = this.ports.now();
    this.totals.stored(info, at);
    this.ports.beside?.video.totals.storedRendition(info.bytes);
    if (this.totals.segments === 1) this.started(at);
    return this.journal.stored(name, at);
  }

  private started(at: number): void {
    const { outbox, beside } = this.ports;
    if (beside) return;
    const { vodUuid, recorder } = this.plan;
    const { rendition, width, height, fps } = this.ports.rendition();
    outbox.add(
      EVENTS.partStarted,
      { vodUuid, partId: this.id, recorder, at, rendition, width, height, fps },
      `${this.id}:started`,
    );
    this.ports.onStart();
  }
}
