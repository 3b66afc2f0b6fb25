import { expanding } from './migration.js';

/** When the objects of each clip were verified, and which of them are not as they were stored. */
export const AddClipChecks1796150000000 = expanding('AddClipChecks1796150000000', (q) =>
  q.query(`
    CREATE TABLE clip_check (
      clip_uuid   uuid PRIMARY KEY REFERENCES clip (uuid) ON DELETE CASCADE,
      verified_at timestamptz NOT NULL,
      crcs        jsonb NOT NULL,                           -- by key, of objects that are as they were stored
      damaged     jsonb NOT NULL                            -- key, name and fault of each of the others
    )`),
);
