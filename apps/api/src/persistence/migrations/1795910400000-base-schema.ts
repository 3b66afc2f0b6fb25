import { contracting } from './migration.js';
import { FUNCTIONS } from '../schema/functions.sql.js';
import { TABLES } from '../schema/tables.sql.js';

const NAME = 'BaseSchema1795910400000';

/** Creates the whole schema in an empty database. */
export const BaseSchema1795910400000 = contracting({ name: NAME, floor: NAME }, async (q) => {
  await q.query(TABLES);
  await q.query(FUNCTIONS);
});
