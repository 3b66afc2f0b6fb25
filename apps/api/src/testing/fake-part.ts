import {
  type CaptureNotice,
  encodeJournal,
  EVENTS,
  type JournalRecord,
  objectKeys,
  type PartEndCause,
  PULSES,
  type SegmentInfo,
  segmentName,
  subjectOf,
} from '#libs/contracts';
import { crc32 } from 'node:zlib';
import { ulid } from 'ulid';
import { type TestApp } from './test-app.js';

/** ms between two snapshots. The API treats a recorder without a snapshot for 16 s as gone. */
const SNAPSHOT_INTERVAL_MS = 5000;

/** A fake recorder: writes the objects of a real one, but sends only the events that the case wants. */
export class FakePart {
  readonly partId = ulid();
  /** Reported with the next message, and written by {@link seal}. */
  notices: { code: CaptureNotice; count: number }[] = [];
  private names: string[] = [];
  private bytes = 0;
  /** Missed segments, by number. */
  private readonly missed: { readonly fromSeq: number; readonly count: number }[] = [];
  private readonly firstSeq: number;
  private readonly t0: number;
  private snapshotTimer: NodeJS.Timeout | null = null;

  /** @param from number of its first segment, and the wall clock of segment 0 */
  constructor(
    private readonly app: TestApp,
    readonly vodUuid: string,
    from: { readonly seq: number; readonly t0: number },
  ) {
    this.firstSeq = from.seq;
    this.t0 = from.t0;
  }

  async write(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const seq = this.nextSeq;
      const body = Buffer.from(`segment ${seq}`);
      const info: SegmentInfo = {
        epoch: 0,
        seq,
        ptsMs: seq * 2000,
        durMs: 2000,
        bytes: body.length,
        pdtMs: this.t0 + seq * 2000,
        crc: crc32(body).toString(16).padStart(8, '0'),
        ext: 'ts',
      };
      await this.app.storage.put(objectKeys.segment(this.vodUuid, this.partId, segmentName(info)), body);
      this.names.push(segmentName(info));
      this.bytes += body.length;
    }
  }

  /** Marks segments as lost from the playlist window before they were downloaded; {@link seal} writes the gap. */
  miss(count: number): void {
    this.missed.push({ fromSeq: this.nextSeq, count });
  }

  async seal(cause: PartEndCause | null): Promise<void> {
    if (cause !== null) this.stopSnapshots();
    const records: JournalRecord[] = [
      {
        t: 'part',
        partId: this.partId,
        vodUuid: this.vodUuid,
        recorder: 'n/0',
        startedAt: this.t0,
        rendition: 'source',
        width: 320,
        height: 180,
        fps: 30,
        targetDurationMs: 2000,
      },
      {
        t: 'epoch',
        epoch: 0,
        cause: 'start',
        startAt: this.t0 + this.firstSeq * 2000,
        firstPtsMs: this.firstSeq * 2000,
        initCrc: null,
        container: 'ts',
      },
      ...this.missed.map(({ fromSeq, count }): JournalRecord => ({
        t: 'gap',
        epoch: 0,
        fromSeq,
        toSeq: fromSeq + count,
        at: this.t0 + fromSeq * 2000,
        durMs: count * 2000,
        cause: 'left-window',
      })),
      ...this.notices.map(({ code, count }) => ({ t: 'notice', code, count, at: this.t0 }) as const),
      ...(cause
        ? [{ t: 'end', cause, at: Date.now(), segments: this.names.length, bytes: this.bytes, reason: '' } as const]
        : []),
    ];
    await this.app.storage.put(
      objectKeys.journalPage(this.vodUuid, this.partId, cause ? 1 : 0),
      Buffer.from(encodeJournal(records)),
    );
  }

  /**
   * Sends snapshots until the part is sealed, because a case on a slow machine may take longer than the allowed
   * silence.
   */
  startSnapshots(): void {
    this.snapshot();
    this.snapshotTimer = setInterval(() => {
      if (this.app.isOpen) this.snapshot();
      else this.stopSnapshots();
    }, SNAPSHOT_INTERVAL_MS).unref();
  }

  private stopSnapshots(): void {
    if (this.snapshotTimer) clearInterval(this.snapshotTimer);
    this.snapshotTimer = null;
  }

  /** @param finishing parts that have ended and are not stored; by default as from a recorder of an earlier version */
  snapshot(state: 'writing' | 'standby' = 'writing', finishing?: string[]): void {
    this.app.bus.pulse(PULSES.captureSnapshot, {
      ...this.ids(),
      ...this.totals(),
      state,
      startedAt: this.t0,
      lastSegmentAt: Date.now(),
      bitrate: 1000,
      spooledBytes: 0,
      rendition: 'source',
      note: null,
      ...(finishing && { finishing }),
    });
  }

  async started(): Promise<void> {
    await this.app.bus.publish(
      EVENTS.partStarted,
      { ...this.ids(), rendition: 'source', width: 320, height: 180, fps: 30 },
      { msgId: `${this.partId}:started` },
    );
  }
  async ended(cause: PartEndCause): Promise<void> {
    await this.app.bus.publish(
      EVENTS.partEnded,
      { ...this.ids(), ...this.totals(), cause, reason: null },
      { msgId: `${this.partId}:ended` },
    );
  }

  /** Seals the part and reports its end, like a recorder whose source has ended. */
  async end(cause: PartEndCause): Promise<void> {
    await this.seal(cause);
    await this.ended(cause);
  }

  /** The message as it appears in stream EVT. */
  endedMessage(cause: PartEndCause): { subject: string; payload: unknown } {
    return {
      subject: subjectOf(EVENTS.partEnded, this.vodUuid),
      payload: { ...this.ids(), ...this.totals(), cause, reason: null },
    };
  }

  async recovered(): Promise<void> {
    await this.app.bus.publish(
      EVENTS.partRecovered,
      { ...this.ids(), segments: this.names.length, bytes: this.bytes },
      { msgId: `${this.partId}:recovered` },
    );
  }

  private get missedSegments(): number {
    return this.missed.reduce((sum, { count }) => sum + count, 0);
  }
  private get nextSeq(): number {
    return this.firstSeq + this.names.length + this.missedSegments;
  }
  private ids() {
    return { vodUuid: this.vodUuid, partId: this.partId, recorder: 'n/0', at: Date.now() };
  }
  private totals() {
    return {
      segments: this.names.length,
      bytes: this.bytes,
      mediaMs: this.names.length * 2000,
      missingMs: this.missedSegments * 2000,
      gaps: this.missed.length,
      adMs: 0,
      notices: this.notices,
    };
  }
}
