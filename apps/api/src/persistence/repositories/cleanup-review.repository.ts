import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';
import { CleanupReviewEntity } from '../entities/cleanup-review.entity.js';

/** What an automatic clean-up found in a scope. */
export interface NewReview {
  readonly scope: string;
  readonly rules: unknown;
  readonly reported: boolean;
  readonly vods: number;
  readonly bytes: number;
  readonly listed: readonly string[];
}

/** Reviews of automatic clean-ups. */
@Injectable()
export class CleanupReviews {
  constructor(private readonly transactions: Transactions) {}

  async all(): Promise<Map<string, CleanupReviewEntity>> {
    const rows = await this.transactions.plain.find(CleanupReviewEntity);
    return new Map(rows.map((row) => [row.scope, row]));
  }

  /** Saves all in one statement: a run may review every channel. */
  async save(reviews: readonly NewReview[], at: Date, tx: Tx = this.transactions.plain): Promise<void> {
    if (reviews.length === 0) return;
    await tx.query(
      `INSERT INTO cleanup_review (scope, rules, reported, vods, bytes, listed, reviewed_at)
      SELECT scope, rules, reported, vods, bytes, listed, $2 FROM jsonb_to_recordset($1::jsonb) AS r (scope text, rules jsonb, reported boolean, vods int, bytes bigint, listed jsonb)
      ON CONFLICT (scope) DO UPDATE SET rules = excluded.rules, reported = excluded.reported, vods = excluded.vods, bytes = excluded.bytes, listed = excluded.listed, reviewed_at = excluded.reviewed_at`,
      [JSON.stringify(reviews), at],
    );
  }

  /** The next run of the scope is the first one again. */
  async forget(scope: string): Promise<void> {
    await this.transactions.plain.delete(CleanupReviewEntity, { scope });
  }
}
