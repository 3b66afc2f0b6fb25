import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Values of the operator's scripts; the games that sites told of, filled from what is stored; which of them are
 * favourites.
 */
export class Operate1764310200000 implements MigrationInterface {
  name = 'Operate1764310200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE keyvalue (key text PRIMARY KEY, value text NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz)`,
    );
    await q.query(
      `CREATE TABLE game (kind text NOT NULL, id text NOT NULL, name text NOT NULL, box_art_url text NOT NULL DEFAULT '', added_at timestamptz NOT NULL, deleted boolean NOT NULL DEFAULT false, PRIMARY KEY (kind, id))`,
    );
    await q.query(`CREATE TABLE favourite_game (id text PRIMARY KEY, added_at timestamptz NOT NULL DEFAULT now())`);
    await q.query(`INSERT INTO game (kind, id, name, box_art_url, added_at)
      SELECT DISTINCT ON (v.provider_kind, c.category->>'id') v.provider_kind, c.category->>'id', c.category->>'name', COALESCE(c.category->>'boxArtUrl', ''), to_timestamp(c.at / 1000.0)
      FROM vod_chapter c JOIN vod v ON v.uuid = c.vod_uuid WHERE c.category->>'id' <> '' ORDER BY v.provider_kind, c.category->>'id', c.at`);
    await q.query(`INSERT INTO game (kind, id, name, box_art_url, added_at)
      SELECT DISTINCT ON (provider_kind, stream->'category'->>'id') provider_kind, stream->'category'->>'id', stream->'category'->>'name', COALESCE(stream->'category'->>'boxArtUrl', ''), now()
      FROM channel WHERE stream->'category'->>'id' <> '' ON CONFLICT DO NOTHING`);
    await q.query(`CREATE INDEX vod_chapter_by_game ON vod_chapter ((category->>'id')) WHERE category IS NOT NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
