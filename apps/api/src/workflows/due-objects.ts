import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { type FileEntity } from '../persistence/entities/file.entity.js';
import { eachOf } from '../platform/each-of.js';

const AT_ONCE = 500;

/**
 * Objects whose rows are gone and that shall go too, whatever becomes of the job that deletes them. Until then they
 * count for their VOD.
 */
@Injectable()
export class DueObjects {
  constructor(
    private readonly transactions: Transactions,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** All of a file, in the transaction that takes its row; an entry that stays keeps its picture. @returns the keys */
  async noteFile(
    {
      vodUuid,
      key,
      keyframesKey,
      thumbKey,
      sizeBytes,
      missingSince,
    }: Pick<FileEntity, 'vodUuid' | 'key' | 'keyframesKey' | 'thumbKey' | 'sizeBytes' | 'missingSince'>,
    { keepsPicture }: { readonly keepsPicture: boolean },
    tx: Tx,
  ): Promise<string[]> {
    await tx.query('INSERT INTO due_object (key, vod_uuid, bytes) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING', [
      key,
      vodUuid,
      missingSince === null ? sizeBytes : 0,
    ]);
    const small = [keyframesKey, keepsPicture ? null : thumbKey].filter((one) => one !== null);
    await tx.query('INSERT INTO due_object (key) SELECT unnest($1::text[]) ON CONFLICT (key) DO NOTHING', [small]);
    return [key, ...small];
  }

  /** May be repeated. */
  async delete(keys: readonly string[]): Promise<void> {
    await this.storage.delete(keys);
    await this.forget(keys);
  }

  /**
   * Those that their job has not deleted in an hour: it was stopped, or failed. What a row names again stays.
   * @throws the faults, after all were tried
   */
  async sweep(signal?: AbortSignal): Promise<void> {
    await this.transactions.plain.query(
      'DELETE FROM due_object d USING file f WHERE d.key IN (f.key, f.thumb_key, f.keyframes_key) AND NOT f.deleted',
    );
    await eachOf(this.pages(), (keys) => this.deleteOf(keys, signal), signal && { signal });
  }

  private async *pages(): AsyncGenerator<string[], void, undefined> {
    for (let after = ''; ;) {
      const rows = await this.transactions.plain.query<{ key: string }[]>(
        `SELECT key FROM due_object WHERE at < now() - interval '1 hour' AND key > $2 ORDER BY key LIMIT $1`,
        [AT_ONCE, after],
      );
      const last = rows.at(-1);
      if (last) yield rows.map(({ key }) => key);
      if (!last || rows.length < AT_ONCE) return;
      after = last.key;
    }
  }

  /** In one go, or one by one where some of them cannot be deleted. */
  private async deleteOf(keys: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.delete(keys);
    } catch {
      await this.storage.check(); // one that is away altogether is not asked for each
      await eachOf(keys, (key) => this.delete([key]), signal && { signal });
    }
  }

  private async forget(keys: readonly string[]): Promise<void> {
    await this.transactions.plain.query('DELETE FROM due_object WHERE key = ANY($1)', [keys]);
  }
}
