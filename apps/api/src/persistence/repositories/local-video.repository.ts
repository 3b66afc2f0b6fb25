import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { LocalVideoEntity } from '../entities/local-video.entity.js';

@Injectable()
export class LocalVideoRepository {
  constructor(private readonly transactions: Transactions) {}

  find(uuid: string, tx: Tx = this.transactions.plain): Promise<LocalVideoEntity | null> {
    return tx.findOneBy(LocalVideoEntity, { uuid });
  }

  lock(uuid: string, tx: Tx): Promise<LocalVideoEntity | null> {
    return tx.findOne(LocalVideoEntity, { where: { uuid }, lock: { mode: 'pessimistic_write' } });
  }

  byPath(path: string): Promise<LocalVideoEntity | null> {
    return this.transactions.plain.findOneBy(LocalVideoEntity, { path });
  }

  /** Local videos with a pending probe, of attempts before `before`. */
  unmeasured(before: string): Promise<LocalVideoEntity[]> {
    return this.transactions.plain.findBy(LocalVideoEntity, { probeAttempt: LessThan(before) });
  }

  /** By path. */
  listOf(channelUuids: readonly string[]): Promise<LocalVideoEntity[]> {
    return this.transactions.plain.find(LocalVideoEntity, {
      where: { channelUuid: In([...channelUuids]) },
      order: { path: 'ASC' },
    });
  }

  save(video: LocalVideoEntity, tx: Tx): Promise<LocalVideoEntity> {
    return tx.save(video);
  }

  async remove(uuid: string): Promise<void> {
    await this.transactions.plain.delete(LocalVideoEntity, { uuid });
  }

  /** The given library paths that belong to files of VODs or clips, or may belong to them soon. */
  async ownedPaths(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.transactions.plain.query<{ path: string }[]>(
      `SELECT library_path AS path FROM file WHERE library_path = ANY($1)
      UNION SELECT library_path FROM clip WHERE library_path = ANY($1)
      UNION SELECT path FROM library_leftover WHERE path = ANY($1)`,
      [[...paths]],
    );
    return new Set(rows.map((row) => row.path));
  }

  /** VODs of a channel whose files are being made. A new file exists in the library before a row names it. */
  async unfinished(channelUuid: string): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ uuid: string }[]>(
      `SELECT uuid FROM vod WHERE channel_uuid = $1 AND (convert_state IN ('queued', 'running') OR copy_bytes > 0)`,
      [channelUuid],
    );
    return rows.map(({ uuid }) => uuid);
  }
}
