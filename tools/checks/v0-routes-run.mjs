import { inSources } from './in-sources.mjs';

const FILE = 'v0-routes.check.ts';

/** @type {import('./check.mjs').Check} */
export const v0RoutesCheck = {
  name: 'v0-routes',
  run: (root) => ({
    summary:
      'every route of the reference is there, comes later, or is left out with a reason; docs/later-routes.md says the same',
    faults: /** @type {string[]} */ (inSources(root, FILE, 'v0RouteFaults')),
  }),
  write: (root) => {
    inSources(root, FILE, 'writeLaterRoutes');
  },
};
