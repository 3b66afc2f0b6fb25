import { isUnfinishedFill, type PartInfo } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { hasEnded } from '../vods/last-part.js';
import { PartReader } from '../vods/part-reader.js';
import { type PartUpdate } from './part-update.js';
import { Recording } from './recording.js';

/** Updates the rows of parts from storage: adds missing rows, and ends parts that have an `end` record. */
@Injectable()
export class PartRows {
  constructor(
    private readonly vods: VodRepository,
    private readonly parts: PartReader,
    private readonly recording: Recording,
    private readonly snapshots: CaptureStatusCache,
  ) {}

  async read(vod: VodEntity): Promise<void> {
    const known = new Map((await this.vods.parts([vod.uuid])).map((p) => [p.partId, p]));
    for (const partId of await this.parts.partIds(vod.uuid)) {
      const row = known.get(partId);
      // An active recorder reports its own totals. This avoids listing a day of segments every minute.
      if (row && (hasEnded(row) || this.snapshots.isAlive(vod.uuid, partId))) continue;
      await this.readOne(vod.uuid, partId, row);
    }
  }

  /** Reads one part again, even if it ended, because late media were stored. */
  async readOne(vodUuid: string, partId: string, row?: PartEntity): Promise<void> {
    const info = await this.parts.read(vodUuid, partId);
    if ((info.segments.length === 0 && info.end === null) || isUnfinishedFill(info)) return;
    const totals = await this.parts.totalsOf(vodUuid, info);
    await this.recording.applyPart(vodUuid, { ...updateOf(info, row), ...totals });
  }
}

function updateOf(info: PartInfo, row: PartEntity | undefined): PartUpdate {
  const { part, end } = info;
  const picture = part ? { rendition: part.rendition, width: part.width, height: part.height, fps: part.fps } : {};
  const ended = end ? { endedAt: end.at, cause: end.cause } : {};
  return {
    partId: info.partId,
    recorder: recorderOf(info, row),
    startedAt: part?.startedAt ?? info.epochs.get(0)?.startAt ?? Date.now(),
    ...picture,
    ...ended,
  };
}

const recorderOf = ({ part }: PartInfo, row: PartEntity | undefined): string =>
  part?.recorder ?? row?.recorder ?? 'unknown';
