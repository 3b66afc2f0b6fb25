import { type Lease } from '#libs/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { PartReader } from '../vods/part-reader.js';
import { PartRows } from './part-rows.js';
import { Recording } from './recording.js';

/**
 * If a part has no lease and no snapshot for this time, its recorder is lost. The time covers the lease TTL, a renewal
 * and a hand-over.
 */
const LOST_MS = 16_000;

/** Ends the parts of recorders that crashed. */
@Injectable()
export class ExpiredRecorders {
  private readonly log = new Logger('reconcile');
  private readonly unleasedSince = new Map<string, number>();

  constructor(
    private readonly snapshots: CaptureStatusCache,
    private readonly parts: PartReader,
    private readonly partRows: PartRows,
    private readonly recording: Recording,
  ) {}

  /** Ends an open part that the lease does not name, and that no recorder reports as its present one or as finishing. */
  async check(vod: VodEntity, part: PartEntity, lease: Lease | null): Promise<void> {
    if (lease?.partId === part.partId || this.snapshots.isAlive(vod.uuid, part.partId)) {
      this.unleasedSince.delete(part.partId);
      return;
    }
    const since = this.unleasedSince.get(part.partId) ?? Date.now();
    this.unleasedSince.set(part.partId, since);
    if (Date.now() - since < LOST_MS) return;
    this.unleasedSince.delete(part.partId);
    await this.partRows.read(vod);
    const info = await this.parts.read(vod.uuid, part.partId);
    if (info.end) return;
    this.log.warn(`${vod.basename}: recorder ${part.recorder} lost; part ended, another recorder continues`);
    await this.recording.applyPart(vod.uuid, {
      partId: part.partId,
      recorder: part.recorder,
      startedAt: part.startedAt,
      ...(await this.parts.totalsOf(vod.uuid, info)),
      endedAt: Date.now() - LOST_MS,
      cause: 'lost',
    });
  }
}
