import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './step.mjs';
import { TOOLS } from './paths.mjs';

const NAME = 'setup.lock.';

/**
 * A lock of files in a folder, held by one process. Each holder has a number of its own, and only the highest counts: a
 * waiter never removes the lock of another, it adds the next number, which link(2) gives to one of them. Lower ones are
 * swept by the holder.
 */
export class FileLock {
  /** @type {number | null} */
  #mine = null;

  /** @param {string} dir @param {string} self who takes it, as {@link processMark} tells */
  constructor(dir, self = processMark(process.pid)) {
    this.dir = dir;
    this.self = self;
    this.aside = join(dir, `setup.aside.${process.pid}`);
    mkdirSync(dir, { recursive: true });
  }

  /** @returns {boolean} false while another one that lives holds it */
  take() {
    const newest = this.#highest();
    if (newest > 0 && lives(this.#holder(newest))) return false;
    const next = newest + 1;
    if (!this.#link(next)) return false;
    // Who looked long ago may have got a number that was swept meanwhile.
    if (this.#highest() !== next) {
      rmSync(this.#file(next), { force: true });
      return false;
    }
    this.#mine = next;
    for (const old of this.#numbers()) if (old < next) rmSync(this.#file(old), { force: true });
    return true;
  }

  /** The number stays, with nobody's name: without it a slow waiter and a quick one could both begin anew. */
  release() {
    if (this.#mine === null) return;
    writeFileSync(this.aside, '');
    renameSync(this.aside, this.#file(this.#mine));
    this.#mine = null;
  }

  /** @param {number} number */
  #link(number) {
    writeFileSync(this.aside, this.self);
    try {
      linkSync(this.aside, this.#file(number));
      return true;
    } catch (thrown) {
      if (/** @type {NodeJS.ErrnoException} */ (thrown).code === 'EEXIST') return false;
      throw thrown;
    } finally {
      rmSync(this.aside, { force: true });
    }
  }

  #numbers() {
    return readdirSync(this.dir)
      .filter((name) => name.startsWith(NAME))
      .map((name) => Number(name.slice(NAME.length)));
  }

  #highest() {
    return Math.max(0, ...this.#numbers());
  }

  /** @param {number} number */
  #file(number) {
    return join(this.dir, `${NAME}${number}`);
  }

  /** @param {number} number */
  #holder(number) {
    return read(this.#file(number));
  }
}

/**
 * One process of one boot: pid, start (clock ticks, field 22 of /proc/<pid>/stat) and boot id. Where there is no /proc,
 * the pid alone.
 * @param {number} pid @returns {string} without a start when it does not run
 */
export function processMark(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const start = fields[0] === 'Z' ? '' : fields[19];
  return [pid, start, read('/proc/sys/kernel/random/boot_id').trim()].join(' ').trim();
}

/** @param {string} mark */
function lives(mark) {
  const pid = Number(mark.split(' ')[0]);
  if (mark === '' || !Number.isInteger(pid) || processMark(pid) !== mark) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return /** @type {NodeJS.ErrnoException} */ (thrown).code === 'EPERM';
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Two set-ups of one clone (a start beside a test run) take turns.
 * @param {() => Promise<void>} work
 */
export async function withFileLock(work) {
  const lock = new FileLock(TOOLS);
  let isPrinted = false;
  while (!lock.take()) {
    if (!isPrinted) say('Waiting for another set-up of this folder ...');
    isPrinted = true;
    await pause(200);
  }
  const release = () => {
    lock.release();
  };
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}
