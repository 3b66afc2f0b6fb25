import { type Lease } from '#libs/contracts';
import { isInterrupted } from '#libs/domain';
import { Injectable, Logger } from '@nestjs/common';
import { LastKnownLiveStatus } from '../detection/last-known-live-status.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { PartReader } from '../vods/part-reader.js';
import { isWithheld } from '../vods/space-hold.js';
import { gapsWithEnd, setUnrecorded, type Unrecorded, unrecordedOf } from '../vods/unrecorded.js';
import { lastPartOf } from '../vods/last-part.js';
import { VodWriter } from '../vods/vod-writer.js';

/** ms: a recorder takes a free lease within this time. */
const TAKE_OVER_MS = 5000;
/** ms: interval at which the growing gap is saved. */
const SAVE_MS = 5000;

/** Reports a live stream whose recording has begun and that no recorder has now, and counts the missing time. */
@Injectable()
export class MissingRecorder {
  private readonly log = new Logger('reconcile');
  /** When each live stream was first seen without a lease, ms since the Unix epoch. */
  private readonly firstSeen = new Map<string, number>();

  constructor(
    private readonly lastStatus: LastKnownLiveStatus,
    private readonly parts: PartReader,
    private readonly writer: VodWriter,
  ) {}

  async check(vod: VodEntity, parts: readonly PartEntity[], lease: Lease | null): Promise<void> {
    const last = lastPartOf(parts);
    if (last && lease === null && this.lastStatus.of(vod.channelUuid) === true) {
      const first = this.firstSeen.get(vod.uuid) ?? Date.now();
      this.firstSeen.set(vod.uuid, first);
      if (last.endedAt !== null) await this.missing(vod, last, first);
      return;
    }
    this.firstSeen.delete(vod.uuid);
    if (unrecordedOf(vod)?.isNow !== true) return;
    await this.writer.update(vod.uuid, (row) => {
      const known = unrecordedOf(row);
      if (known) setUnrecorded(row, { ...known, isNow: false });
      return known !== null;
    });
  }

  private async missing(vod: VodEntity, last: PartEntity, first: number): Promise<void> {
    const now = Date.now();
    const known = unrecordedOf(vod);
    if (known?.isNow === true) {
      if (now - (known.until ?? 0) >= SAVE_MS) await this.extend(vod.uuid, now);
    } else if (now - first >= TAKE_OVER_MS) {
      this.log.warn(`${vod.basename}: the stream is live, and no recorder records it`);
      const since = isInterrupted(last) || isWithheld(vod) ? null : first;
      await this.begin(vod.uuid, { since, until: now, isNow: true, endedBy: null });
    }
  }

  private async begin(vodUuid: string, unrecorded: Unrecorded): Promise<void> {
    const { timeline } = await this.parts.timelineOf(vodUuid);
    await this.writer.update(vodUuid, (row) => {
      if (!row.assigned) return false;
      setUnrecorded(row, unrecorded);
      row.gaps = gapsWithEnd(row, timeline);
      return true;
    });
  }

  /** The last gap grows. Reads no storage, because a day of segments takes seconds. */
  private async extend(vodUuid: string, now: number): Promise<void> {
    await this.writer.update(vodUuid, (row) => {
      const known = unrecordedOf(row);
      const gap = row.gaps.at(-1);
      if (!known || gap?.cause !== 'recorder-lost' || !row.assigned) return false;
      setUnrecorded(row, { ...known, until: now });
      row.gaps = [...row.gaps.slice(0, -1), { ...gap, durMs: Math.max(gap.durMs, Math.round(now - gap.at)) }];
      return true;
    });
  }
}
