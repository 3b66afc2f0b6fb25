import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { inSources } from './in-sources.mjs';

const FILE = 'authorisation.check.ts';

/** Rows are compared here; the answers in them are found by a spec that asks. @type {import('./check.mjs').Check} */
export const authorisationCheck = {
  name: 'authorisation',
  run: (root) => ({
    summary: 'docs/authorisation.md has each route with its level, and each action of the websocket',
    faults: /** @type {string[]} */ (inSources(root, FILE, 'authorisationFaults')),
  }),
  write(root) {
    const env = {
      ...process.env,
      VODKEEP_WRITE_DOCS: '1',
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    };
    execFileSync(
      process.execPath,
      [
        path.join(root, 'node_modules/jest/bin/jest.js'),
        '--selectProjects',
        'medium',
        '--testPathPatterns',
        'conformance/authorisation',
      ],
      { cwd: root, env, stdio: 'inherit' },
    );
  },
};
