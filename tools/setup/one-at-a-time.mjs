import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './step.mjs';
import { TOOLS } from './where.mjs';

const FILE = join(TOOLS, 'setup.pid');

/**
 * Two set-ups of one clone (a start beside a test run) take turns.
 * @param {() => Promise<void>} act
 */
export async function oneAtATime(act) {
  mkdirSync(TOOLS, { recursive: true });
  let told = false;
  while (!take()) {
    if (!told) say('Waiting for another set-up of this folder ...');
    told = true;
    await pause(200);
  }
  const release = () => { rmSync(FILE, { force: true }); };
  process.once('exit', release);
  try {
    await act();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}

function take() {
  try {
    writeFileSync(FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!ownerLives()) rmSync(FILE, { force: true });
    return false;
  }
}

function ownerLives() {
  try {
    process.kill(Number(readFileSync(FILE, 'utf8')) || 2 ** 30, 0);
    return true;
  } catch (thrown) {
    return /** @type {NodeJS.ErrnoException} */ (thrown).code === 'EPERM';
  }
}
