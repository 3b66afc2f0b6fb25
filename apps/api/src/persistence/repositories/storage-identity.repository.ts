import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';

/**
 * The stored identity: `new` (none yet), an id, or `undecided` (the operator wants Vodkeep to accept the next storage).
 */
export type KnownStorage =
  | { readonly kind: 'new' }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'id'; readonly id: string };

/** The storage that this installation uses. */
@Injectable()
export class StorageIdentityRepository {
  constructor(private readonly transactions: Transactions) {}

  async known(tx: Tx = this.transactions.plain): Promise<KnownStorage> {
    const [row] = await tx.query<{ id: string | null }[]>('SELECT id FROM house_storage');
    if (!row) return { kind: 'new' };
    return row.id === null ? { kind: 'undecided' } : { kind: 'id', id: row.id };
  }

  /** Blocks decisions of other APIs until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('house storage', 0))`);
  }

  async hasVods(tx: Tx): Promise<boolean> {
    return (await tx.query<unknown[]>('SELECT 1 FROM vod LIMIT 1')).length > 0;
  }

  /** @param id null: the operator wants Vodkeep to accept the next storage */
  async save(id: string | null, tx: Tx = this.transactions.plain): Promise<void> {
    await tx.query(
      'INSERT INTO house_storage (id) VALUES ($1) ON CONFLICT (one) DO UPDATE SET id = excluded.id, at = now()',
      [id],
    );
  }
}
