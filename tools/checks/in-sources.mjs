import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * Calls a check that is TypeScript and reads our libs, in a process that reads our sources.
 * @param {string} root
 * @param {string} file name of the check in tools/checks
 * @param {string} call its exported function; it is given the root
 * @returns {unknown} what it answered
 */
export function inSources(root, file, call) {
  const hooks = path.join(root, 'tools/testrun/from-source.mjs');
  const flags = [
    '--experimental-transform-types',
    '--disable-warning=ExperimentalWarning',
    '--conditions=source',
    '--import',
    hooks,
    '--input-type=module',
  ];
  const code = `import * as check from '${path.join(root, 'tools/checks', file)}';\nconsole.log(JSON.stringify(check.${call}(process.argv[1]) ?? []));`;
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', code, root], { encoding: 'utf8' }));
}
