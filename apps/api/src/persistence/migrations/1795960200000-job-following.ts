import { expanding } from './migration.js';

/**
 * Marks jobs that have read everything that their source has so far and wait for more. The limit of a queue counts them
 * apart.
 */
export const AddJobFollowing1795960200000 = expanding('AddJobFollowing1795960200000', (q) =>
  q.query('ALTER TABLE job ADD COLUMN following boolean NOT NULL DEFAULT false'),
);
