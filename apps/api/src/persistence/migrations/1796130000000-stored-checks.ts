import { expanding } from './migration.js';

/** How far the objects of each VOD are verified, and which stored objects are not as they were stored. */
export const AddStoredChecks1796130000000 = expanding('AddStoredChecks1796130000000', async (q) => {
  await q.query(`
    CREATE TABLE vod_check (
      vod_uuid    uuid PRIMARY KEY REFERENCES vod (uuid) ON DELETE CASCADE,
      verified_at timestamptz,                              -- NULL: never to the end
      after       text NOT NULL DEFAULT '',                 -- the key after which the next run continues; empty: a new pass
      crcs        jsonb NOT NULL DEFAULT '{}'               -- by key, of objects that were stored without a checksum
    )`);
  await q.query(`
    CREATE TABLE damaged_object (
      key      text PRIMARY KEY,
      vod_uuid uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE,
      name     text NOT NULL,
      fault    jsonb NOT NULL,
      found_at timestamptz NOT NULL DEFAULT now()
    )`);
  await q.query('CREATE INDEX damaged_object_vod_uuid ON damaged_object (vod_uuid)');
});
