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
}

/** A channel that a finished recording has made due; `since` as PostgreSQL writes it. */
export interface DueChannel {
  readonly channelUuid: string;
  readonly since: string;
}

/** Reviews of automatic clean-ups, and the channels that wait for one. */
@Injectable()
export class CleanupReviews {
  constructor(private readonly transactions: Transactions) {}

  async all(): Promise<Map<string, CleanupReviewEntity>> {
    const rows = await this.transactions.plain.find(CleanupReviewEntity);
    return new Map(rows.map((row) => [row.scope, row]));
  }

  /** Saves all in one statement: a run may review every channel. */
  async save(reviews: readonly NewReview[]): Promise<void> {
    if (reviews.length === 0) return;
    await this.transactions.plain.query(
      `INSERT INTO cleanup_review (scope, rules, reported, vods, bytes, reviewed_at)
      SELECT scope, rules, reported, vods, bytes, now() FROM jsonb_to_recordset($1::jsonb) AS r (scope text, rules jsonb, reported boolean, vods int, bytes bigint)
      ON CONFLICT (scope) DO UPDATE SET rules = excluded.rules, reported = excluded.reported, vods = excluded.vods, bytes = excluded.bytes, reviewed_at = excluded.reviewed_at`,
      [JSON.stringify(reviews)],
    );
  }

  /** The next run of the scope is the first one again. */
  async forget(scope: string): Promise<void> {
    await this.transactions.plain.delete(CleanupReviewEntity, { scope });
  }

  /** Marks a channel as due, in the transaction that finishes its recording. */
  async markDue(channelUuid: string, tx: Tx): Promise<void> {
    await tx.query(
      'INSERT INTO cleanup_due (channel_uuid, since) VALUES ($1, clock_timestamp()) ON CONFLICT (channel_uuid) DO UPDATE SET since = excluded.since',
      [channelUuid],
    );
  }

  async due(): Promise<DueChannel[]> {
    return this.transactions.plain.query<DueChannel[]>(
      'SELECT channel_uuid AS "channelUuid", since::text AS since FROM cleanup_due ORDER BY since',
    );
  }

  /** A channel whose next recording has finished meanwhile stays due. */
  async done({ channelUuid, since }: DueChannel): Promise<void> {
    await this.transactions.plain.query('DELETE FROM cleanup_due WHERE channel_uuid = $1 AND since = $2::timestamptz', [
      channelUuid,
      since,
    ]);
  }
}
