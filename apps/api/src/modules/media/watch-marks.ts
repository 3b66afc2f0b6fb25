import { type ByteRange, type Storage } from '#libs/storage';
import { STORAGE } from '#libs/service-kit';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#libs/errors';
import { getAnywhere, headAnywhere } from '../../platform/storage/library-key.js';
import { Transactions } from '../../persistence/database/tx.js';
import { MediaStore } from '../../platform/storage/ports.js';

/** A player asks for its next piece much sooner. */
const NOTED_EVERY_MS = 60_000;
const MEDIA = /^vods\/([\da-f-]{36})\/(?:parts\/[^/]+\/s|files)\//;

/**
 * The media store of the door: whoever reads the media of a VOD through it is noted as watching, in Postgres, so that
 * every api sees it.
 */
@Injectable()
export class WatchMarks implements MediaStore {
  private readonly log = new Logger('watch');
  private readonly notedAt = new Map<string, number>();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly transactions: Transactions,
  ) {}

  head(key: string): ReturnType<Storage['head']> {
    return headAnywhere(this.storage, key);
  }

  get(key: string, range?: ByteRange, signal?: AbortSignal): ReturnType<Storage['get']> {
    const vod = MEDIA.exec(key)?.[1];
    if (vod !== undefined && Date.now() - (this.notedAt.get(vod) ?? 0) >= NOTED_EVERY_MS) void this.note(vod);
    return getAnywhere(this.storage, key, { range, signal });
  }

  private async note(vod: string): Promise<void> {
    if (this.notedAt.size > 1_000) this.notedAt.clear();
    this.notedAt.set(vod, Date.now());
    try {
      await this.transactions.plain.query(
        'INSERT INTO vod_watch (vod_uuid, at) SELECT uuid, now() FROM vod WHERE uuid = $1 ON CONFLICT (vod_uuid) DO UPDATE SET at = excluded.at',
        [vod],
      );
    } catch (thrown) {
      this.notedAt.delete(vod);
      this.log.warn(`watch mark not saved: ${messageOf(thrown)}`);
    }
  }
}
