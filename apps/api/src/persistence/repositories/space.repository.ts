import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { VodEntity } from '../entities/vod.entity.js';
import { VodSpaceEntity } from '../entities/vod-space.entity.js';

/** Bytes on storage by what they are. */
export interface UsedSpace {
  readonly segments: number;
  readonly files: number;
  readonly chat: number;
  readonly clips: number;
  readonly local: number;
  readonly other: number;
}
const KINDS = ['segments', 'files', 'chat', 'clips', 'local', 'other'] as const satisfies readonly (keyof UsedSpace)[];
interface Listed {
  readonly segments: number;
  readonly files: number;
  readonly chat: number;
  readonly other: number;
}

/**
 * Segments and files are counted where they are written and removed, on their rows. What is small and many (pages of
 * chat, pictures, journals) is counted by listing it, after its VOD changed and in a scan.
 */
@Injectable()
export class SpaceRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Sums that the database keeps by itself for each channel (persistence/schema/functions.sql.ts), however many VODs there are. */
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

  /** Bytes of VODs that are deleted and lie on storage still: they are among the used ones, and free themselves. */
  async leaving(): Promise<number> {
    const [row] = await this.transactions.plain.query<{ bytes: string }[]>(
      'SELECT COALESCE(SUM(segments + files + chat + other), 0) AS bytes FROM leaving_vod',
    );
    return Number(row?.bytes ?? 0);
  }

  /**
   * What was listed of a VOD; what no row counts becomes part of its weight. Nothing when the VOD is gone meanwhile.
   */
  async record(
    { uuid, version, chat: recordedChat, downloadedChat }: VodEntity,
    { segments, files, chat, other }: Listed,
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

  /** VODs that changed since they were listed, and are not recorded now. */
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
