import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { VodEntity } from '../entities/vod.entity.js';
import { VodSpaceEntity } from '../entities/vod-space.entity.js';

/** Bytes on storage by kind. */
export interface UsedSpace {
  readonly segments: number;
  readonly files: number;
  readonly chat: number;
  readonly clips: number;
  readonly local: number;
  readonly other: number;
}
/** A finished recording, as the expected size of the next one needs it. */
interface PastRecording {
  readonly mediaMs: number;
  readonly bytes: number;
}
/** VODs that were deleted for free space, in a row, without more being free; `freeBytes`: before the first of them. */
export interface UnfreedSpace {
  readonly vods: number;
  readonly bytes: number;
  readonly freeBytes: number;
  readonly at: Date;
}
const KINDS = ['segments', 'files', 'chat', 'clips', 'local', 'other'] as const satisfies readonly (keyof UsedSpace)[];
interface ListedBytes {
  readonly segments: number;
  readonly files: number;
  readonly chat: number;
  readonly other: number;
}

/**
 * Storage usage. Segments and files are counted on their rows when they are written and deleted. Many small objects
 * (pages of chat, images, journals) are counted by a listing, after their VOD changed and in a scan.
 */
@Injectable()
export class SpaceRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Sums that the database maintains per channel (persistence/schema/functions.sql.ts), so the number of VODs does not
   * matter.
   */
  async used(): Promise<UsedSpace> {
    const [row] = await this.transactions.plain.query<Record<keyof UsedSpace, string>[]>(
      `SELECT ${KINDS.map((kind) => `COALESCE(SUM(${kind}), 0) AS ${kind}`).join(', ')} FROM channel_count`,
    );
    const of = (kind: keyof UsedSpace): number => Number(row?.[kind] ?? 0);
    return {
      segments: of('segments'),
      files: of('files'),
      chat: of('chat'),
      clips: of('clips'),
      local: of('local'),
      other: of('other'),
    };
  }

  /** Bytes of deleted VODs that are still on storage. They count as used until they are deleted. */
  async bytesOfDeletedVods(): Promise<number> {
    const [row] = await this.transactions.plain.query<{ bytes: string }[]>(
      'SELECT COALESCE(SUM(segments + files + chat + other), 0) AS bytes FROM leaving_vod',
    );
    return Number(row?.bytes ?? 0);
  }

  async unfreed(): Promise<UnfreedSpace | null> {
    const [row] = await this.transactions.plain.query<{ vods: number; bytes: string; free_bytes: string; at: Date }[]>(
      'SELECT vods, bytes, free_bytes, at FROM unfreed_space',
    );
    return row ? { vods: row.vods, bytes: Number(row.bytes), freeBytes: Number(row.free_bytes), at: row.at } : null;
  }

  async saveUnfreed({ vods, bytes, freeBytes, at }: UnfreedSpace): Promise<void> {
    await this.transactions.plain.query(
      `INSERT INTO unfreed_space (vods, bytes, free_bytes, at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (one) DO UPDATE SET vods = excluded.vods, bytes = excluded.bytes, free_bytes = excluded.free_bytes, at = excluded.at`,
      [vods, bytes, freeBytes, at],
    );
  }

  async forgetUnfreed(): Promise<void> {
    await this.transactions.plain.query('DELETE FROM unfreed_space');
  }

  /** The last finished recordings of each channel. */
  async lastRecordings(channelUuids: readonly string[], count: number): Promise<Map<string, PastRecording[]>> {
    const rows = await this.transactions.plain.query<{ channel_uuid: string; media_ms: string; bytes: string }[]>(
      `SELECT c.uuid AS channel_uuid, v.media_ms, GREATEST(v.bytes, v.file_bytes) AS bytes FROM unnest($1::uuid[]) AS c (uuid)
      CROSS JOIN LATERAL (SELECT media_ms, bytes, file_bytes FROM vod WHERE channel_uuid = c.uuid AND NOT assigned AND state = 'finalized' AND origin <> 'download' ORDER BY started_at DESC LIMIT $2) v`,
      [channelUuids, count],
    );
    const past = rows.map((row) => ({ ...row, mediaMs: Number(row.media_ms), bytes: Number(row.bytes) }));
    return Map.groupBy(past, (row) => row.channel_uuid);
  }

  /**
   * Saves the listing of a VOD; bytes that no row counts are added to its size. Does nothing if the VOD was deleted
   * meanwhile.
   */
  async record(
    { uuid, version, chat: recordedChat, downloadedChat }: VodEntity,
    { segments, files, chat, other }: ListedBytes,
  ): Promise<void> {
    const counted = (recordedChat?.file?.sizeBytes ?? 0) + (downloadedChat?.sizeBytes ?? 0);
    await this.transactions.run(async (tx) => {
      await tx.query(
        'UPDATE vod SET rest_bytes = $2, other_bytes = $3, space_version = $4 WHERE uuid = $1 AND (rest_bytes <> $2 OR other_bytes <> $3 OR space_version <> $4)',
        [uuid, Math.max(0, chat - counted) + other, other, version],
      );
      await tx.query(
        `INSERT INTO vod_space (vod_uuid, segments, files, chat, other, listed_at) SELECT uuid, $2, $3, $4, $5, now() FROM vod WHERE uuid = $1
        ON CONFLICT (vod_uuid) DO UPDATE SET segments = excluded.segments, files = excluded.files, chat = excluded.chat, other = excluded.other, listed_at = now()`,
        [uuid, segments, files, chat, other],
      );
    });
  }

  /** VODs that changed since their last listing and are not being recorded. */
  due(limit: number): Promise<VodEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .leftJoin(VodSpaceEntity, 's', 's.vod_uuid = v.uuid')
      .where("v.state NOT IN ('capturing', 'paused', 'waiting')")
      .andWhere('v.space_version < v.version')
      .orderBy('s.listedAt', 'ASC', 'NULLS FIRST')
      .limit(limit)
      .getMany();
  }
}
