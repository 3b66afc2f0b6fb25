import { expanding } from './migration.js';

/**
 * Since when the site of a channel has not told whether it is live. `checked_at` does not say so, because each other
 * reason writes it again.
 */
export const AddUnknownSince1795999200000 = expanding('AddUnknownSince1795999200000', async (q) => {
  await q.query('ALTER TABLE channel ADD COLUMN unknown_since timestamptz');
  await q.query(`UPDATE channel SET unknown_since = checked_at WHERE verdict_state = 'unreachable'`);
});
