import { inSources } from './in-sources.mjs';

const FILE = 'settings.check.ts';

/** @type {import('./check.mjs').Check} */
export const settingsCheck = {
  name: 'settings',
  run: (root) => ({
    summary:
      'every key of v0 stands in the table, each setting that acts has the spec that shows it, docs/settings.md says the same',
    faults: /** @type {string[]} */ (inSources(root, FILE, 'settingsFaults')),
  }),
  write: (root) => {
    inSources(root, FILE, 'writeSettingsDoc');
  },
};
