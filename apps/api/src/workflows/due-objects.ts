import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../db/tx.js';

const AT_ONCE = 500;

/** Objects whose rows are gone and that shall go too, whatever becomes of the job that deletes them. */
@Injectable()
export class DueObjects {
  constructor(private readonly transactions: Transactions, @Inject(STORAGE) private readonly storage: Storage) {}

  /** In the transaction that takes their row. */
  async note(keys: readonly string[], tx: Tx): Promise<void> {
    await tx.query('INSERT INTO due_object (key) SELECT unnest($1::text[]) ON CONFLICT (key) DO NOTHING', [keys]);
  }

  /** May be repeated. */
  async delete(keys: readonly string[]): Promise<void> {
    await this.storage.delete(keys);
    await this.forget(keys);
  }

  /** Those that their job has not deleted in an hour: it was stopped, or failed. What a row names again stays. */
  async sweep(): Promise<void> {
    await this.transactions.plain.query('DELETE FROM due_object d USING file f WHERE d.key IN (f.key, f.thumb_key, f.keyframes_key) AND NOT f.deleted');
    const rows = await this.transactions.plain.query<{ key: string }[]>(`SELECT key FROM due_object WHERE at < now() - interval '1 hour' ORDER BY at LIMIT $1`, [AT_ONCE]);
    if (rows.length > 0) await this.delete(rows.map((row) => row.key));
  }

  private async forget(keys: readonly string[]): Promise<void> {
    await this.transactions.plain.query('DELETE FROM due_object WHERE key = ANY($1)', [keys]);
  }
}
