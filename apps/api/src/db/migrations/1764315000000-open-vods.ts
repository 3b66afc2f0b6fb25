import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The few VODs that something still has to happen to, and the chats without a last word, among any number that are
 * done.
 */
export class OpenVods1764315000000 implements MigrationInterface {
  name = 'OpenVods1764315000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE INDEX vod_assigned ON vod (channel_uuid) WHERE assigned`);
    await q.query(
      `CREATE INDEX vod_under_way ON vod (channel_uuid) WHERE state IN ('waiting', 'capturing', 'paused', 'ended', 'converting', 'downloading')`,
    );
    await q.query(
      `CREATE INDEX vod_chat_open ON vod (uuid) WHERE chat ->> 'state' IN ('recording', 'queued', 'running')`,
    );
    await q.query(`CREATE INDEX vod_manifest_due ON vod (manifest_at NULLS FIRST) WHERE manifest_version < version`);
    await q.query(`CREATE INDEX vod_with_segments ON vod (ended_at) WHERE NOT segments_gone`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
