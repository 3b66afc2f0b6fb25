import { inSources } from './in-sources.mjs';

const FILE = 'config-docs.check.ts';

/** @type {import('./check.mjs').Check} */
export const configDocsCheck = {
  name: 'config-docs',
  run: (root) => ({
    summary: 'docs/configuration.md and deploy/env.example say what libs/config says',
    faults: /** @type {string[]} */ (inSources(root, FILE, 'configDocsDrift')),
  }),
  write: (root) => {
    inSources(root, FILE, 'writeConfigDocs');
  },
};
