import { expanding } from './migration.js';

/**
 * The rules that an automatic clean-up last applied or reported, for each scope: a channel, or a rule of the whole
 * storage.
 */
export const AddCleanupReview1796050000000 = expanding('AddCleanupReview1796050000000', async (q) => {
  await q.query(`
    CREATE TABLE cleanup_review (
      scope       text PRIMARY KEY,
      rules       jsonb NOT NULL,
      reported    boolean NOT NULL,
      vods        int NOT NULL,
      bytes       bigint NOT NULL,
      reviewed_at timestamptz NOT NULL
    )`);
});
