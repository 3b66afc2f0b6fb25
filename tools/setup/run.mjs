/**
 * What `npm start`, `npm test` and the other scripts call: installs what is missing, builds, and hands over to the real
 * program on the pinned Node. Runs on Node 20 or newer with nothing installed.
 */
import { installSystemPackages } from './apt.mjs';
import { build } from './build.mjs';
import { SetupFault } from './step.mjs';
import { handOver } from './hand-over.mjs';
import { installNodeModules } from './node-modules.mjs';
import { oneAtATime } from './turn-lock.mjs';
import { installS3Server } from './s3-server.mjs';
import { installVenv } from './venv.mjs';

/**
 * @typedef {object} Script
 * @property {string | null} program what runs in the end; null: nothing
 * @property {boolean} [ground] needs venv and system packages
 * @property {boolean} [tests] needs what only tests need
 * @property {boolean} [build]
 * @property {boolean} [lenient] a build with type errors is no reason to stop
 */

/** @type {Record<string, Script>} */
const SCRIPTS = {
  start: { program: 'dist/tools/supervisor/main.js', ground: true, build: true },
  test: { program: 'tools/testrun/test.mjs', ground: true, tests: true, build: true, lenient: true },
  check: { program: 'tools/testrun/check.mjs' },
  dev: { program: 'tools/setup/dev.mjs', ground: true, build: true, lenient: true },
  bench: { program: 'dist/tools/bench/main.js', ground: true, tests: true, build: true },
  chaos: { program: 'dist/tools/chaos/main.js', ground: true, tests: true, build: true },
  sim: { program: 'dist/tools/provider-sim/main.js', ground: true, build: true },
  build: { program: null, build: true },
};

/** @param {Script} script */
async function prepare({ ground = false, tests = false, build: wantsBuild = false, lenient = false }) {
  if (ground) await installSystemPackages(tests);
  await installNodeModules();
  if (ground) await installVenv();
  if (tests) await installS3Server();
  if (wantsBuild) await build({ lenient });
}

/** @param {string[]} argv */
async function main([name = '', ...args]) {
  const script = SCRIPTS[name];
  if (script === undefined)
    throw new SetupFault(`Unknown script "${name}". There are: ${Object.keys(SCRIPTS).join(', ')}`);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new SetupFault(`Node ${process.versions.node} is too old: 20 is the least.`);
  await oneAtATime(() => prepare(script));
  return script.program === null ? 0 : handOver(script.program, args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown instanceof SetupFault ? thrown.message : thrown);
  process.exitCode = 1;
}
