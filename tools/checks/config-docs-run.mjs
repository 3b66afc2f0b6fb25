import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The check is TypeScript and reads libs/config, so it runs in a process that reads our sources. @param {string} root @param {string} call */
function inSources(root, call) {
  const hooks = path.join(root, 'tools/testrun/from-source.mjs');
  const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', '--conditions=source', '--import', hooks, '--input-type=module'];
  const code = `import * as check from '${path.join(root, 'tools/checks/config-docs.check.ts')}';\nconsole.log(JSON.stringify(check.${call}(process.argv[1]) ?? []));`;
  return execFileSync(process.execPath, [...flags, '-e', code, root], { encoding: 'utf8' });
}

/** @type {import('./check.mjs').Check} */
export const configDocsCheck = {
  name: 'config-docs',
  run: (root) => ({ summary: 'docs/configuration.md and deploy/env.example say what libs/config says', faults: JSON.parse(inSources(root, 'configDocsDrift')) }),
  write: (root) => { inSources(root, 'writeConfigDocs'); },
};
