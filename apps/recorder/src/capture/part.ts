import {
  type CaptureNotice,
  encodeJournal,
  EVENTS,
  objectKeys,
  segmentName,
  type PartEndCause,
  type PartRecord,
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
export type PartPlan = Omit<PartRecord, 't' | 'startedAt' | keyof PartRendition> & { readonly pageMs: number };
export interface PartPorts {
  /** The rendition that the source uses now. */
  readonly rendition: () => PartRendition;
  readonly queue: WriteQueue;
  readonly outbox: EventOutbox;
  readonly now: () => number;
  readonly onChange: () => void;
}

/**
 * One part of a recording: stores what the engine captures, in order, with its journal. An epoch's page is stored
 * before the epoch's first segment, so that a reader can always place a segment. The part exists for readers once its
 * first segment is stored; readers never see a part without a segment.
 */
export class Part implements CaptureSink {
  readonly totals = new PartTotals();
  private readonly journal: PartJournal;
  private opened = false;
  private newestInit: SmallObject | null = null;
  /** Objects that players need for the segments of the newest epoch. */
  private companions: readonly SmallObject[] = [];

  constructor(
    readonly plan: PartPlan,
    private readonly ports: PartPorts,
  ) {
    this.journal = new PartJournal(plan, plan.pageMs);
  }

  get id(): string {
    return this.plan.partId;
  }
  /** True if something was captured, even if it is not stored yet. */
  get hasMedia(): boolean {
    return this.opened;
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
    const page = { key: objectKeys.init(this.plan.vodUuid, this.id, crc), body: bytes };
    this.newestInit = page;
    this.ports.queue.writePages(() => [page]);
    return Promise.resolve();
  }

  async epoch(epoch: Epoch): Promise<void> {
    if (!this.opened) this.open();
    this.companions = this.needsOf(epoch);
    this.ports.queue.writePages(() => {
      this.journal.add({ t: 'epoch', ...epoch });
      return this.journal.flush(this.ports.now());
    });
    return Promise.resolve();
  }

  async segment({ info, body }: CapturedSegment): Promise<void> {
    const { queue, now, onChange } = this.ports;
    const name = segmentName(info);
    const key = objectKeys.segment(this.plan.vodUuid, this.id, name);
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
      return this.opened ? this.journal.flush(this.ports.now()) : [];
    });
    return Promise.resolve();
  }

  /** Writes a notice at its first occurrence; the end of the part has the number of all. */
  notice(code: CaptureNotice): void {
    const count = this.totals.noticed(code);
    if (count > 1) return;
    this.ports.queue.writePages(() => {
      this.journal.add({ t: 'notice', code, at: this.ports.now(), count });
      return this.opened ? this.journal.flush(this.ports.now()) : [];
    });
    this.ports.onChange();
  }

  /**
   * Writes the end record and reports the end, once everything before it is stored or left in the spool. A part without
   * a stored segment ends without an event.
   */
  async end(cause: PartEndCause, reason: Message): Promise<void> {
    const { queue, outbox, now } = this.ports;
    queue.writePages(() => {
      if (this.totals.segments + queue.leftBehind === 0) return [];
      const { segments, bytes, notices } = this.totals;
      for (const { code, count } of notices) if (count > 1) this.journal.add({ t: 'notice', code, at: now(), count });
      this.journal.add({ t: 'end', cause, at: now(), segments, bytes, reason: english(reason) });
      return this.journal.flush(now());
    });
    await queue.settled();
    if (this.totals.segments === 0) return;
    const { vodUuid, recorder } = this.plan;
    outbox.add(
      EVENTS.partEnded,
      { vodUuid, partId: this.id, recorder, at: now(), ...this.totals.snapshot(), cause, reason },
      `${this.id}:ended`,
    );
  }

  private open(): void {
    const { pageMs: _unused, ...plan } = this.plan;
    const startedAt = this.ports.now();
    const rendition = this.ports.rendition();
    this.opened = true;
    this.ports.queue.writePages(() => {
      this.journal.add({ t: 'part', ...plan, ...rendition, startedAt });
      return [];
    });
  }

  /**
   * The copy of an epoch's record sorts behind the numbered pages, since nothing follows it. It reaches storage only
   * after this process has ended.
   */
  private needsOf(epoch: Epoch): readonly SmallObject[] {
    const copy = {
      key: `${objectKeys.journal(this.plan.vodUuid, this.id)}e${String(epoch.epoch).padStart(6, '0')}.ndjson`,
      body: encodeJournal([{ t: 'epoch', ...epoch }]),
    };
    return epoch.initCrc !== null && this.newestInit ? [this.newestInit, copy] : [copy];
  }

  private missing(gap: CapturedGap): readonly SmallObject[] {
    this.totals.missed(gap.durMs);
    this.journal.add({ t: 'gap', ...gap });
    return this.journal.flush(this.ports.now());
  }

  private stored(name: string, info: CapturedSegment['info']): readonly SmallObject[] {
    const at = this.ports.now();
    this.totals.stored(info, at);
    if (this.totals.segments === 1) this.started(at);
    return this.journal.stored(name, at);
  }

  private started(at: number): void {
    const { vodUuid, recorder } = this.plan;
    const { rendition, width, height, fps } = this.ports.rendition();
    this.ports.outbox.add(
      EVENTS.partStarted,
      { vodUuid, partId: this.id, recorder, at, rendition, width, height, fps },
      `${this.id}:started`,
    );
    this.ports.onChange();
  }
}
