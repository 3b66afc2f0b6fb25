import { expanding } from './migration.js';

/** What was odd about the source of a part, such as dates that move: a list of code and number of occurrences. */
export const AddPartNotices1795975200000 = expanding('AddPartNotices1795975200000', (q) =>
  q.query(`ALTER TABLE part ADD COLUMN notices jsonb NOT NULL DEFAULT '[]'`),
);
