import { expanding } from './migration.js';

/**
 * Adds the time since when Vodkeep does not know whether a channel is live. `checked_at` is no substitute, because it
 * changes whenever the reason changes.
 */
export const AddUnknownSince1795999200000 = expanding('AddUnknownSince1795999200000', async (q) => {
  await q.query('ALTER TABLE channel ADD COLUMN unknown_since timestamptz');
  await q.query(`UPDATE channel SET unknown_since = checked_at WHERE verdict_state = 'unreachable'`);
});
