import { crc32 } from 'node:zlib';
import {
  crcText,
  encodeJournal,
  type JobResult,
  type JournalRecord,
  objectKeys,
  type repairJob,
  segmentName,
} from '#libs/contracts';
import { type FillPlace } from '#libs/domain';
import { BugError } from '#libs/errors';
import { type Inspected, inspectSegment, readMp4Init } from '#libs/media';
import { type Storage } from '#libs/storage';

export interface RepairPartId {
  readonly vodUuid: string;
  readonly partId: string;
  readonly recorder: string;
}

/** Segments of a stretch, in order, and their init section; null: MPEG-TS. */
export interface FillMedia {
  readonly bodies: AsyncIterable<Buffer>;
  readonly init: Buffer | null;
}

const MP4 = 'video/mp4';

/** Distance of the numbers of two stretches, so that they are never consecutive segments. */
const NUMBERS_APART = 2;

/**
 * The part of a recording that fills its gaps: each stretch of media is an epoch. The first page of its journal is
 * stored before its media and says what it is; the last page makes it count (`isUnfinishedFill`).
 */
export class RepairPart {
  private readonly startedAt = Date.now();
  private readonly records: JournalRecord[] = [];
  private epochs = 0;
  private nextSeq = 0;
  private segments = 0;
  private bytes = 0;
  private mediaMs = 0;

  constructor(
    private readonly storage: Pick<Storage, 'put'>,
    private readonly id: RepairPartId,
  ) {}

  /** Stores the segments of a stretch, in order. */
  async add({ bodies, init }: FillMedia, place: FillPlace, signal: AbortSignal): Promise<void> {
    const head = init && (await readMp4Init(init));
    const clock = new StretchClock();
    for await (const body of bodies) {
      const { ptsMs, durMs } = clock.timesOf(await inspectSegment(body, head));
      if (clock.isFirst) this.startEpoch(ptsMs, place.startAt, init);
      const name = segmentName({
        epoch: this.epochs,
        seq: this.nextSeq,
        ptsMs,
        durMs,
        bytes: body.length,
        pdtMs: place.siteAt === null ? null : place.siteAt + ptsMs - clock.firstPtsMs,
        crc: crcText(crc32(body)),
        ext: init ? 'm4s' : 'ts',
      });
      await this.begin(init, signal);
      await this.store({ name, body }, signal);
      this.mediaMs += durMs;
    }
    this.epochs += 1;
    this.nextSeq += NUMBERS_APART;
  }

  private startEpoch(firstPtsMs: number, startAt: number, init: Buffer | null): void {
    const epoch = this.epochs;
    const cause = epoch === 0 ? 'start' : 'discontinuity';
    const kind = { initCrc: init && crcText(crc32(init)), container: init ? ('fmp4' as const) : ('ts' as const) };
    this.records.push({ t: 'epoch', epoch, cause, startAt, firstPtsMs, ...kind });
  }

  /** Says what the part is before it has media, and stores the init section of a stretch. */
  private async begin(init: Buffer | null, signal: AbortSignal): Promise<void> {
    const { vodUuid, partId } = this.id;
    if (this.segments === 0) await this.putPage(0, [], signal);
    if (init)
      await this.storage.put(objectKeys.init(vodUuid, partId, crcText(crc32(init))), init, {
        contentType: MP4,
        signal,
      });
  }

  private async store(
    { name, body }: { readonly name: string; readonly body: Buffer },
    signal: AbortSignal,
  ): Promise<void> {
    const { vodUuid, partId } = this.id;
    const contentType = name.endsWith('.ts') ? 'video/mp2t' : MP4;
    await this.storage.put(objectKeys.segment(vodUuid, partId, name), body, { contentType, signal });
    this.records.push({ t: 'seg', name, storedAt: Date.now() });
    this.nextSeq += 1;
    this.segments += 1;
    this.bytes += body.length;
  }

  /** @returns null if it has no media; then nothing is stored */
  async end(signal: AbortSignal): Promise<JobResult<typeof repairJob>['part']> {
    if (this.segments === 0) return null;
    const { partId, recorder } = this.id;
    const { startedAt, segments, bytes, mediaMs } = this;
    const endedAt = Date.now();
    const reason = "gaps filled from the site's VOD";
    await this.putPage(
      1,
      [...this.records, { t: 'end', cause: 'endlist', at: endedAt, segments, bytes, reason }],
      signal,
    );
    return { partId, recorder, startedAt, endedAt, segments, bytes, mediaMs };
  }

  /** Stores a page of the journal. Each says what the part is, in case another one is lost. */
  private async putPage(page: number, records: readonly JournalRecord[], signal: AbortSignal): Promise<void> {
    const { vodUuid, partId, recorder } = this.id;
    const part: JournalRecord = {
      ...{ t: 'part', partId, vodUuid, recorder, startedAt: this.startedAt, origin: 'site-vod' },
      ...{ rendition: 'source', width: null, height: null, fps: null, targetDurationMs: 0 },
    };
    const body = Buffer.from(encodeJournal([part, ...records]));
    const key = objectKeys.journalPage(vodUuid, partId, page);
    await this.storage.put(key, body, { contentType: 'application/x-ndjson', signal });
  }
}

/** Time stamps of the segments of a stretch, one after the other. */
class StretchClock {
  firstPtsMs = 0;
  private lastPtsMs: number | null = null;
  private count = 0;

  /** Whether the last segment is the first one. */
  get isFirst(): boolean {
    return this.count === 1;
  }

  timesOf(times: Inspected | null): { readonly ptsMs: number; readonly durMs: number } {
    if (!times || times.firstPtsMs === null || times.mediaMs === undefined)
      throw new BugError('repair-segment', 'a segment that was cut has no time stamps');
    const ptsMs = Math.round(unwrapped(times.firstPtsMs, this.lastPtsMs, times.wrapMs));
    if (this.count === 0) this.firstPtsMs = ptsMs;
    this.lastPtsMs = ptsMs;
    this.count += 1;
    return { ptsMs, durMs: Math.round(times.mediaMs) };
  }
}

/** The clock of MPEG-TS starts again after 26.5 hours. */
function unwrapped(ptsMs: number, before: number | null, wrapMs: number | null): number {
  if (before === null || wrapMs === null) return ptsMs;
  return ptsMs + Math.round((before - ptsMs) / wrapMs) * wrapMs;
}
