import { expanding } from './migration.js';

/** Which VODs a report named, and the deletions that freed no space. */
export const AddCleanupSafety1796140000000 = expanding('AddCleanupSafety1796140000000', async (q) => {
  await q.query(`ALTER TABLE cleanup_review ADD COLUMN listed jsonb NOT NULL DEFAULT '[]'`);
  await q.query(`
    CREATE TABLE unfreed_space (
      one        boolean PRIMARY KEY DEFAULT true CHECK (one),
      vods       int NOT NULL,                              -- deleted for free space, in a row
      bytes      bigint NOT NULL,                           -- their size
      free_bytes bigint NOT NULL,                           -- before the first of them
      at         timestamptz NOT NULL                       -- the last of them
    )`);
});
