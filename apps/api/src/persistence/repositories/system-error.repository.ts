import { SELF_TEST_KIND } from '#libs/contracts';
import { type Problem } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';

/** A problem. `subject`: the name of the affected thing; empty: none. */
export interface SystemError {
  readonly kind: Problem['kind'];
  readonly subject: string;
  readonly text: Message;
}

/** Most failed VODs to report; nobody reads more. */
const MAX_ERRORS = 500;

/** Finds problems in the tables, without reading the library. */
@Injectable()
export class SystemErrorRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Channels that cannot be checked, and live channels that no recorder can record. `not-recorded` are those that the
   * page shows as such from the channel itself (apps/web/src/features/notices/dashboard-notices.ts). A channel that the
   * operator's rules exclude is no problem.
   */
  channels(): Promise<SystemError[]> {
    return this.transactions.plain.query<SystemError[]>(
      `
      SELECT CASE WHEN c.verdict_state <> 'unreachable' AND c.is_live AND NOT coalesce((c.options ->> 'no_capture')::boolean, false)
               AND NOT EXISTS (SELECT FROM vod WHERE channel_uuid = c.uuid AND state IN ('capturing', 'paused'))
             THEN 'not-recorded' ELSE 'channel' END AS kind,
             c.display_name AS subject, CASE WHEN c.verdict_state = 'recording' THEN w.state_reason ELSE c.verdict_reason END AS text
      FROM channel c LEFT JOIN LATERAL (SELECT state_reason, refusal FROM vod WHERE channel_uuid = c.uuid AND state = 'waiting' ORDER BY started_at DESC LIMIT 1) w ON true
      WHERE c.provider_kind <> '${SELF_TEST_KIND}' AND ((c.verdict_state = 'unreachable' AND c.verdict_reason IS NOT NULL)
         OR (c.verdict_state = 'not-recorded' AND w.state_reason IS NOT NULL)
         OR (c.verdict_state = 'recording' AND w.refusal IS NOT NULL AND NOT EXISTS (SELECT FROM vod WHERE channel_uuid = c.uuid AND state = 'capturing')))
      ORDER BY c.display_name, c.uuid`,
    );
  }

  failedVods(): Promise<SystemError[]> {
    return this.transactions.plain.query<SystemError[]>(
      `SELECT 'vod' AS kind, basename AS subject, state_reason AS text FROM vod WHERE state = 'failed' AND state_reason IS NOT NULL AND provider_kind <> '${SELF_TEST_KIND}' ORDER BY started_at DESC LIMIT $1`,
      [MAX_ERRORS],
    );
  }
}
