import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { SOURCE_FLAGS } from '../testrun/source-flags.mjs';

/**
 * Calls a check that is written in TypeScript and imports libs, in a process that runs the sources.
 * @param {string} root
 * @param {string} file name of the check in tools/checks
 * @param {string} call its exported function, which gets the root
 * @returns {unknown} its result
 */
function inSources(root, file, call) {
  const flags = [...SOURCE_FLAGS, '--input-type=module'];
  const code = `import * as check from '${path.join(root, 'tools/checks', file)}';\nconsole.log(JSON.stringify(check.${call}(process.argv[1]) ?? []));`;
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', code, root], { encoding: 'utf8' }));
}

/** Compares the rows of the page only; a spec tests the answers. @type {import('./check.mjs').Check} */
export const authorisationCheck = {
  name: 'authorisation',
  run: (root) => ({
    summary: 'docs/authorisation.md has each route with its level, and each action of the websocket',
    faults: /** @type {string[]} */ (inSources(root, 'authorisation.check.ts', 'authorisationFaults')),
  }),
  write(root) {
    const env = { ...process.env, VODKEEP_WRITE_DOCS: '1' };
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

/** @type {import('./check.mjs').Check} */
export const configDocsCheck = {
  name: 'config-docs',
  run: (root) => ({
    summary: 'docs/configuration.md and deploy/env.example match libs/config',
    faults: /** @type {string[]} */ (inSources(root, 'config-docs.check.ts', 'configDocsDrift')),
  }),
  write: (root) => {
    inSources(root, 'config-docs.check.ts', 'writeConfigDocs');
  },
};

/** @type {import('./check.mjs').Check} */
export const settingsCheck = {
  name: 'settings',
  run: (root) => ({
    summary: 'every key of v0 is in the table, each active setting has its spec, docs/settings.md matches the table',
    faults: /** @type {string[]} */ (inSources(root, 'settings.check.ts', 'settingsFaults')),
  }),
  write: (root) => {
    inSources(root, 'settings.check.ts', 'writeSettingsDoc');
  },
};

/** @type {import('./check.mjs').Check} */
export const v0RoutesCheck = {
  name: 'v0-routes',
  run: (root) => ({
    summary:
      'every route of v0 exists, comes later, or is left out with a reason; docs/not-implemented.md matches that',
    faults: /** @type {string[]} */ (inSources(root, 'v0-routes.check.ts', 'v0RouteFaults')),
  }),
  write: (root) => {
    inSources(root, 'v0-routes.check.ts', 'writeNotImplementedRoutes');
  },
};
