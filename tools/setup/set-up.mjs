import { checkArguments, checkPort } from './before-install.mjs';
import { installSystemPackages } from './apt.mjs';
import { build } from './build.mjs';
import { checkClone } from './clone-access.mjs';
import { explainDiskFault } from './disk-faults.mjs';
import { SetupFault } from './step.mjs';
import { installNodeModules } from './node-modules.mjs';
import { withFileLock } from './file-lock.mjs';
import { installS3Server } from './s3-server.mjs';
import { installVenv } from './install-tools.mjs';

/**
 * Needs of an npm script's program.
 * @typedef {object} Script
 * @property {boolean} [instance] starts Vodkeep, so its arguments and its port are checked first
 * @property {boolean} [systemPackages] needs venv and system packages
 * @property {boolean} [tests] needs the parts that only tests need
 * @property {boolean} [build]
 */

/** @type {Record<string, Script>} */
const SCRIPTS = {
  start: { instance: true, systemPackages: true, build: true },
  test: { systemPackages: true, tests: true, build: true },
  check: {},
  fresh: {},
  dev: { instance: true, systemPackages: true, build: true },
  bench: { systemPackages: true, tests: true, build: true },
  chaos: { systemPackages: true, tests: true, build: true },
  foreign: { systemPackages: true, tests: true, build: true },
  fuzz: { systemPackages: true, tests: true, build: true },
  sim: { systemPackages: true, build: true },
  build: { build: true },
};

/** @param {Script} script */
async function prepare({ systemPackages = false, tests = false, build: wantsBuild = false }) {
  if (systemPackages) await installSystemPackages(tests);
  await bothAtOnce(
    async () => {
      await installNodeModules();
      if (wantsBuild) await build();
    },
    async () => {
      if (systemPackages) await installVenv();
      if (tests) await installS3Server();
    },
  );
}

/**
 * Packages of npm, then the build, beside what comes from PyPI and Go: each mostly waits for its registry. A fault of
 * one is reported when the other has ended, as the last lines.
 * @param {(() => Promise<void>)[]} parts
 */
async function bothAtOnce(...parts) {
  for (const done of await Promise.allSettled(parts.map((part) => part())))
    if (done.status === 'rejected') throw done.reason;
}

/** @param {string[]} argv */
async function setUp([name = '', ...args]) {
  const script = SCRIPTS[name];
  if (script === undefined)
    throw new SetupFault(`Unknown script "${name}". There are: ${Object.keys(SCRIPTS).join(', ')}`);
  checkArguments(name, process.env);
  if (script.instance) await checkPort(args, process.env);
  checkClone();
  await withFileLock(() => prepare(script));
}

/**
 * Installs what an npm script needs, and builds. Runs on the system's own Node, before any package is installed.
 * @param {string[]} argv name of the script, then the arguments of its program
 */
export async function runSetUp(argv) {
  try {
    await setUp(argv);
  } catch (thrown) {
    const fault = explainDiskFault(thrown);
    console.error(fault instanceof SetupFault ? fault.message : fault);
    process.exitCode = 1;
  }
}
