import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, PATH, ROOT } from './where.mjs';

const PARENT_CHECK_MS = 1000;

/** Our parent and its parent: npm runs a shell that runs us. */
function callers() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return ''; // the parent is gone
  }
}

/**
 * Runs the real program on the pinned Node until it ends. Signals are passed on (from a terminal it hears them twice);
 * our own death it sees at the IPC channel, and npm's death at who is above us.
 * @param {string} program path in the repository
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function handOver(program, args) {
  const child = spawn(NODE, ['--enable-source-maps', join(ROOT, program), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      child.kill(signal);
    });
  const npm = callers();
  const watch = setInterval(() => {
    if (process.env['npm_lifecycle_event'] !== undefined && callers() !== npm) child.kill('SIGTERM');
  }, PARENT_CHECK_MS).unref();
  const code = await new Promise((resolve) => {
    child.once('exit', (status, signal) => {
      resolve(status ?? (signal === null ? 1 : 130));
    });
    child.once('error', () => {
      resolve(1);
    });
  });
  clearInterval(watch);
  return code;
}
