import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './step.mjs';
import { TOOLS } from './paths.mjs';

const NAME = 'setup.lock.';

/**
 * A lock by files in a folder, held by one process. Each holder has its own number, and only the highest number counts.
 * A waiter never removes another process's lock: it adds the next number, which link(2) gives to only one waiter. The
 * holder deletes lower numbers.
 */
export class FileLock {
  /** @type {number | null} */
  #mine = null;

  /** @param {string} dir @param {string} self process that takes the lock, as {@link processMark} identifies it */
  constructor(dir, self = processMark(process.pid)) {
    this.dir = dir;
    this.self = self;
    this.draft = join(dir, `setup.draft.${process.pid}`);
    mkdirSync(dir, { recursive: true });
  }

  /** @returns {boolean} false while another living process holds the lock */
  take() {
    const newest = this.#highest();
    if (newest > 0 && isAlive(this.#holder(newest))) return false;
    const next = newest + 1;
    if (!this.#link(next)) return false;
    // A slow waiter may have created a number that the holder deleted in the meantime.
    if (this.#highest() !== next) {
      rmSync(this.#file(next), { force: true });
      return false;
    }
    this.#mine = next;
    for (const old of this.#numbers()) if (old < next) rmSync(this.#file(old), { force: true });
    return true;
  }

  /**
   * Empties the file but retains its number: otherwise a slow and a fast waiter could both start again at the same
   * number.
   */
  release() {
    if (this.#mine === null) return;
    writeFileSync(this.draft, '');
    renameSync(this.draft, this.#file(this.#mine));
    this.#mine = null;
  }

  /** @param {number} number */
  #link(number) {
    writeFileSync(this.draft, this.self);
    try {
      linkSync(this.draft, this.#file(number));
      return true;
    } catch (thrown) {
      if (/** @type {NodeJS.ErrnoException} */ (thrown).code === 'EEXIST') return false;
      throw thrown;
    } finally {
      rmSync(this.draft, { force: true });
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
 * Identifies one process of one boot: pid, start (clock ticks, field 22 of /proc/<pid>/stat) and boot id. Without
 * /proc: the pid only.
 * @param {number} pid @returns {string} without the start if the process does not run
 */
export function processMark(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const start = fields[0] === 'Z' ? '' : fields[19];
  return [pid, start, read('/proc/sys/kernel/random/boot_id').trim()].join(' ').trim();
}

/** @param {string} mark */
function isAlive(mark) {
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
 * Makes two set-ups of one clone (a start during a test run) take turns.
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
