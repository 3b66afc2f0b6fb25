/**
 * `node tools/checks/run.mjs [--write] [name ...]`: runs all drift checks, or the named ones. `--write` first generates
 * the files again that can be generated.
 */
import path from 'node:path';
import { commentsCheck } from './comments.check.mjs';
import { coverageCheck } from './coverage.check.mjs';
import { cyclesCheck } from './cycles.check.mjs';
import { authorisationCheck, configDocsCheck, settingsCheck, v0RoutesCheck } from './in-sources.mjs';
import { foldersCheck } from './folders.check.mjs';
import { licencesCheck } from './licences.check.mjs';
import { lintPlantsCheck } from './lint-plants.check.mjs';
import { pictureCheck } from './picture.check.mjs';
import { proxiesCheck } from './proxies.check.mjs';
import { referencesCheck } from './references.check.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** @type {readonly import('./check.mjs').Check[]} */
const CHECKS = [
  pictureCheck,
  foldersCheck,
  cyclesCheck,
  coverageCheck,
  commentsCheck,
  referencesCheck,
  configDocsCheck,
  authorisationCheck,
  settingsCheck,
  v0RoutesCheck,
  licencesCheck,
  proxiesCheck,
  lintPlantsCheck,
];

const wanted = process.argv.slice(2).filter((arg) => arg !== '--write');
const unknown = wanted.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0)
  console.log(`unknown check: ${unknown.join(', ')} (there are: ${CHECKS.map((check) => check.name).join(', ')})`);
process.exitCode = unknown.length > 0 ? 1 : 0;
for (const check of CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (process.argv.includes('--write')) await check.write?.(ROOT);
  const { summary, faults } = await check.run(ROOT);
  console.log(
    faults.length === 0
      ? `ok    ${check.name}: ${summary}`
      : `FAIL  ${check.name}: ${faults.length} faults\n${faults.map((fault) => `        ${fault}`).join('\n')}`,
  );
  if (faults.length > 0) process.exitCode = 1;
}
