import { expanding } from './migration.js';

/** Jobs that have everything that their source has so far, and wait for more: the limit of a queue counts them apart. */
export const AddJobFollowing1795960200000 = expanding('AddJobFollowing1795960200000', (q) =>
  q.query('ALTER TABLE job ADD COLUMN following boolean NOT NULL DEFAULT false'),
);
