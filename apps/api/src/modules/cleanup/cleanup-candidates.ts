import { type CleanupVod, type KeepRule } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { Settings } from '../../settings/settings.service.js';

/** A finished VOD as the clean-up evaluates it, with the fields that the operator sees. */
export interface CleanupRow extends CleanupVod {
  readonly channelUuid: string;
  readonly basename: string;
}

interface CandidateRow {
  readonly uuid: string;
  readonly channel_uuid: string;
  readonly basename: string;
  readonly started_ms: string;
  readonly bytes: string;
  readonly prevent_deletion: boolean;
  readonly archived: boolean;
  readonly commented: boolean;
  readonly muted: boolean;
  readonly gone: boolean;
  readonly favourite: boolean;
  readonly state: string;
  readonly job: string | null;
  readonly watched: boolean;
  readonly has_stages: boolean;
}

type KeepColumn = 'prevent_deletion' | 'archived' | 'favourite' | 'commented' | 'muted' | 'gone';

/** A VOD whose media was requested within this time counts as being watched. */
const WATCHED_MINUTES = 10;

/**
 * Size on storage according to the database. A file that was deleted outside Vodkeep counts 0 bytes, so that no other
 * VOD is deleted in its place. `rest_bytes` (many small objects) is excluded.
 */
const DELETABLE_BYTES = '(vod_weight(v) - v.rest_bytes)';

/**
 * Waiting and running jobs, stages and viewers are few: they are read once and not for each VOD. Clean-up and delete jobs protect
 * no VOD. Favourites are many, and are looked up only if they protect a VOD ($2). A failed recording without stored media
 * does not count towards the limit of a channel.
 */
const CANDIDATES_QUERY = `SELECT v.uuid, v.channel_uuid, v.basename, (extract(epoch FROM v.started_at) * 1000)::bigint AS started_ms, ${DELETABLE_BYTES} AS bytes, v.prevent_deletion, v.archived_at IS NOT NULL AS archived, COALESCE(v.comment, '') <> '' AS commented, v.state,
    COALESCE(v.site_vod ->> 'muted' = 'yes', false) AS muted, COALESCE(v.site_vod ->> 'exists' = 'no', false) AS gone,
    $2::boolean AND EXISTS (SELECT 1 FROM vod_chapter c JOIN favourite_game g ON g.id = c.category ->> 'id' WHERE c.vod_uuid = v.uuid AND NOT c.hidden) AS favourite,
    j.name AS job, w.vod_uuid IS NOT NULL AS watched, s.vod_uuid IS NOT NULL AS has_stages
  FROM vod v
  LEFT JOIN (SELECT vod_uuid, min(name) AS name FROM job WHERE status IN ('WAITING', 'RUNNING') AND kind NOT IN ('cleanup', 'delete') GROUP BY vod_uuid) j ON j.vod_uuid = v.uuid
  LEFT JOIN (SELECT DISTINCT vod_uuid FROM vod_stage WHERE status IN ('waiting', 'running') AND kind <> 'cleanup') s ON s.vod_uuid = v.uuid
  LEFT JOIN vod_watch w ON w.vod_uuid = v.uuid AND w.at > now() - make_interval(mins => ${WATCHED_MINUTES})
  WHERE NOT v.assigned AND v.state NOT IN ('waiting', 'capturing', 'paused', 'downloading') AND NOT (v.state = 'failed' AND ${DELETABLE_BYTES} = 0)`;

/** Reads the data that decides whether a VOD may be deleted. */
@Injectable()
export class CleanupCandidates {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  ofChannels(channelUuids: readonly string[]): Promise<CleanupRow[]> {
    return this.read(`${CANDIDATES_QUERY} AND v.channel_uuid = ANY($1)`, channelUuids);
  }

  /** @returns null if the VOD is deleted or is being recorded again */
  async find(uuid: string): Promise<CleanupRow | null> {
    return (await this.read(`${CANDIDATES_QUERY} AND v.uuid = $1`, uuid))[0] ?? null;
  }

  /**
   * The same under the lock of the VOD, which the caller holds. Until the end of the transaction no stage of it starts
   * and nobody begins to watch it.
   */
  async findLocked(uuid: string, tx: Tx): Promise<CleanupRow | null> {
    await tx.query('SELECT 1 FROM vod_stage WHERE vod_uuid = $1 ORDER BY position FOR UPDATE', [uuid]);
    await tx.query('SELECT 1 FROM vod_watch WHERE vod_uuid = $1 FOR UPDATE', [uuid]);
    return (await this.read(`${CANDIDATES_QUERY} AND v.uuid = $1`, uuid, tx))[0] ?? null;
  }

  private async read(sql: string, which: unknown, tx: Tx = this.transactions.plain): Promise<CleanupRow[]> {
    const favourites = this.settings.get('keep_favourite_vods');
    const rows = await tx.query<CandidateRow[]>(sql, [which, favourites]);
    const rules = this.keepRules();
    return rows.map((row) => ({
      uuid: row.uuid,
      channelUuid: row.channel_uuid,
      basename: row.basename,
      startedAt: Number(row.started_ms),
      bytes: Number(row.bytes),
      keeps: rules.filter(([, column]) => row[column]).map(([rule]) => rule),
      busy: busyOf(row),
    }));
  }

  /** The rules that are on now, each with the column that says whether a VOD falls under it. */
  private keepRules(): readonly (readonly [KeepRule, KeepColumn])[] {
    const rules: readonly (readonly [KeepRule, KeepColumn, boolean])[] = [
      ['protected', 'prevent_deletion', true],
      ['archived', 'archived', true],
      ['favourite', 'favourite', true],
      ['commented', 'commented', this.settings.get('keep_commented_vods')],
      ['muted', 'muted', this.settings.get('keep_muted_vods')],
      ['deleted-at-site', 'gone', this.settings.get('keep_deleted_vods')],
    ];
    return rules.flatMap(([rule, column, isOn]) => (isOn ? [[rule, column] as const] : []));
  }
}

function busyOf({ state, job, watched, has_stages }: CandidateRow): Message | null {
  if (state === 'ended' || state === 'converting') return message('cleanup.busy.file-made');
  if (job !== null) return message('cleanup.busy.job', { job });
  if (has_stages) return message('cleanup.busy.stages');
  return watched ? message('cleanup.busy.watched') : null;
}
