import { type Provider } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { type AssignedVod, VodRepository } from '../persistence/repositories/vod.repository.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';

/**
 * ms: live checks pause for this time while a recorder tries to open its source, because a server may count the last
 * check as a session for some seconds. Then they continue, to show whether the stream is still live.
 */
const OPENS_ALONE_MS = 30_000;

/**
 * Channels whose source a recorder reads now. Some servers allow one session at a time, so a live check would end the
 * recorder's session (docs/reference/hls.md#live-check).
 */
@Injectable()
export class RecorderReads {
  constructor(
    private readonly vods: VodRepository,
    private readonly snapshots: CaptureStatusCache,
  ) {}

  /** @returns uuids of the channels; none for a site that reports live channels, whose answers end no session */
  async channelsOf({ reportsLive }: Pick<Provider, 'reportsLive'>): Promise<ReadonlySet<string>> {
    if (reportsLive === true) return new Set();
    const vods = await this.vods.assigned();
    return new Set(vods.filter((vod) => this.isRead(vod)).map((vod) => vod.channelUuid));
  }

  /**
   * A snapshot may be older than the end of its part. Without a snapshot the row decides: this API has started just now,
   * or NATS is silent while the recorder goes on, or the recorder has died and its part is about to be ended.
   */
  private isRead(vod: AssignedVod): boolean {
    const snapshot = this.snapshots.of(vod.uuid);
    if (!snapshot) return vod.state === 'capturing';
    if (snapshot.state !== 'opening') return snapshot.state !== 'standby' && vod.state !== 'paused';
    return snapshot.note === null || Date.now() - vod.assignedAt.getTime() < OPENS_ALONE_MS;
  }
}
