import { type ByteRange, type Storage } from '#libs/storage';
import { STORAGE } from '#libs/service-kit';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#libs/errors';
import { getAnywhere, headAnywhere } from '../../platform/storage/library-key.js';
import { Transactions } from '../../persistence/database/tx.js';
import { MediaStore } from '../../platform/storage/ports.js';

/** Minimum interval between two marks of a VOD. A player requests media much more often. */
const MIN_MARK_INTERVAL_MS = 60_000;
const VOD_MEDIA_KEY = /^vods\/([\da-f-]{36})\/(?:parts\/[^/]+\/s|files)\//;

/**
 * Media store of the HTTP layer. It marks a VOD as watched in Postgres when a client reads its media, so that every API
 * knows it.
 */
@Injectable()
export class WatchTracker implements MediaStore {
  private readonly log = new Logger('watch');
  private readonly trackedAt = new Map<string, number>();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly transactions: Transactions,
  ) {}

  head(key: string): ReturnType<Storage['head']> {
    return headAnywhere(this.storage, key);
  }

  get(key: string, range?: ByteRange, signal?: AbortSignal): ReturnType<Storage['get']> {
    const vod = VOD_MEDIA_KEY.exec(key)?.[1];
    if (vod !== undefined && Date.now() - (this.trackedAt.get(vod) ?? 0) >= MIN_MARK_INTERVAL_MS) void this.track(vod);
    return getAnywhere(this.storage, key, { range, signal });
  }

  private async track(vod: string): Promise<void> {
    if (this.trackedAt.size > 1_000) this.trackedAt.clear();
    this.trackedAt.set(vod, Date.now());
    try {
      await this.transactions.plain.query(
        'INSERT INTO vod_watch (vod_uuid, at) SELECT uuid, now() FROM vod WHERE uuid = $1 ON CONFLICT (vod_uuid) DO UPDATE SET at = excluded.at',
        [vod],
      );
    } catch (thrown) {
      this.trackedAt.delete(vod);
      this.log.warn(`watch mark not saved: ${messageOf(thrown)}`);
    }
  }
}
