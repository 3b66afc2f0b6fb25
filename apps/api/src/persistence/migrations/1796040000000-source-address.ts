import { contracting } from './migration.js';

const NAME = 'AddSourceAddress1796040000000';

/**
 * The sealed address of a channel by address. `source_url` then holds its origin only, and `source_id` a hash of it, so
 * older code would record the wrong address. A migration has no keys: `SourceAddressSealing` seals the existing rows at
 * the start.
 */
export const AddSourceAddress1796040000000 = contracting({ name: NAME, floor: NAME }, async (q) => {
  await q.query('ALTER TABLE channel ADD COLUMN source_address text');
});
