import { expanding } from './migration.js';

/** The network that the address of a channel was added with. For earlier channels it is unknown. */
export const AddSourceNetwork1796010000000 = expanding('AddSourceNetwork1796010000000', async (q) => {
  await q.query('ALTER TABLE channel ADD COLUMN source_network text');
});
