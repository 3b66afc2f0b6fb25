import pg from 'pg';
import type { Effects } from './judge-stages.js';
import type { Stage } from './scenarios.js';

/** A stage and its job, as stored. */
export interface StageRow {
  readonly status: string;
  readonly job: string | null;
  readonly jobStatus: string | null;
  /** Which step of a worker job runs, such as `copy-convert`; null: an api job. */
  readonly jobStage: string | null;
  readonly result: string;
}

type OfRow = Pick<Effects, 'missingMs' | 'filled' | 'sides' | 'hasChat' | 'isMatched'>;
/** Of a VOD that is deleted. */
const GONE: OfRow = { missingMs: -1, filled: [], sides: [], hasChat: false, isMatched: false };

/** Reads what stages did from the database of an installation, without the api. */
export class AutomationDb {
  private readonly pool: pg.Pool;

  constructor(readonly url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: 2 });
    this.pool.on('error', () => undefined); // the installation may stop first
  }

  async stage(vod: string, kind: Stage): Promise<StageRow | null> {
    const { rows } = await this.pool.query<StageRow>(
      `SELECT s.status, s.job, j.status AS "jobStatus", j.stage AS "jobStage", s.result::text AS result
       FROM vod_stage s LEFT JOIN job j ON j.name = s.job WHERE s.vod_uuid = $1 AND s.kind = $2`,
      [vod, kind],
    );
    return rows[0] ?? null;
  }

  /** Whether the rules of a channel's clean-up are known, so that its next run deletes. */
  async isReviewed(channel: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('SELECT FROM cleanup_review WHERE scope = $1', [channel]);
    return rowCount === 1;
  }

  /** What the stages of a VOD left. */
  async effects(vod: string, channel: string): Promise<Omit<Effects, 'calls' | 'stored'>> {
    const [stages, files, row, vods, jobs, notices, parts] = await Promise.all([
      this.list<Effects['stages'][number]>(
        'SELECT kind, status, runs, result::text AS result FROM vod_stage WHERE vod_uuid = $1 ORDER BY position',
        vod,
      ),
      this.list<{ role: string }>('SELECT role FROM file WHERE vod_uuid = $1 AND NOT deleted ORDER BY role', vod),
      this.list<typeof GONE>(
        `SELECT ARRAY(SELECT f ->> 'kind' FROM jsonb_array_elements(side_files) f ORDER BY 1) AS sides,
           downloaded_chat IS NOT NULL AS "hasChat", site_vod ->> 'id' IS NOT NULL AS "isMatched",
           missing_ms::int AS "missingMs", ARRAY(SELECT (g ->> 'filledMs')::int
             FROM jsonb_array_elements(facts -> 'repair' -> 'gaps') g) AS filled FROM vod WHERE uuid = $1`,
        vod,
      ),
      this.list<{ uuid: string }>('SELECT uuid FROM vod WHERE channel_uuid = $1', channel),
      this.list<{ name: string }>(
        `SELECT name FROM job WHERE channel_uuid = $1 AND status IN ('WAITING', 'RUNNING', 'ERROR')`,
        channel,
      ),
      this.list<{ title: string }>(
        'SELECT kind || title::text AS title FROM notice WHERE channel_uuid = $1 AND resolved_at IS NULL',
        channel,
      ),
      this.list<{ id: string }>('SELECT part_id AS id FROM part WHERE vod_uuid = $1 ORDER BY part_id', vod),
    ]);
    return {
      stages,
      files: files.map(({ role }) => role),
      ...(row[0] ?? GONE),
      vods: vods.map(({ uuid }) => uuid),
      unfinished: jobs.map(({ name }) => name),
      parts: parts.map(({ id }) => id),
      notices: notices.map(({ title }) => title),
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async list<T extends object>(sql: string, value: string): Promise<T[]> {
    return (await this.pool.query<T>(sql, [value])).rows;
  }
}
