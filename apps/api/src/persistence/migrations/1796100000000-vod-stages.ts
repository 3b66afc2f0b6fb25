import { expanding } from './migration.js';

/** What follows a recording, the files beside a VOD that are no videos, and the times of schedules. */
export const AddVodStages1796100000000 = expanding('AddVodStages1796100000000', async (q) => {
  await q.query(`CREATE TABLE vod_stage (
    vod_uuid   uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE,
    kind       text NOT NULL,
    position   int NOT NULL,
    status     text NOT NULL,
    quality    text,
    job        text,
    result     jsonb,
    log        jsonb NOT NULL DEFAULT '[]',
    runs       int NOT NULL DEFAULT 1,
    tries      int NOT NULL DEFAULT 0,
    not_before timestamptz,
    started_at timestamptz,
    ended_at   timestamptz,
    PRIMARY KEY (vod_uuid, kind)
  )`);
  await q.query(`CREATE INDEX vod_stage_open ON vod_stage (vod_uuid) WHERE status IN ('waiting', 'running', 'failed')`);
  await q.query(`CREATE INDEX vod_stage_job ON vod_stage (job) WHERE job IS NOT NULL`);
  await q.query(`ALTER TABLE vod ADD COLUMN side_files jsonb NOT NULL DEFAULT '[]'`);
  await q.query(`ALTER TABLE file ADD COLUMN crc32 text, ADD COLUMN verified_at timestamptz`);
  await q.query(`ALTER TABLE task ADD COLUMN cron text, ADD COLUMN job text`);
});
