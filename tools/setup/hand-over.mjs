import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { NODE, PATH, ROOT } from './where.mjs';

const PARENT_CHECK_MS = 1000;

/**
 * Runs the real program on the pinned Node until it ends. Signals are passed on (from a terminal it hears them twice); our own death it
 * sees at the IPC channel, and npm's death we see at our parent.
 * @param {string} program path in the repository
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function handOver(program, args) {
  const child = spawn(NODE, ['--enable-source-maps', join(ROOT, program), ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, PATH } });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => { child.kill(signal); });
  const parent = process.ppid;
  const watch = setInterval(() => { if (process.ppid !== parent && process.env['npm_lifecycle_event'] !== undefined) child.kill('SIGTERM'); }, PARENT_CHECK_MS).unref();
  const code = await new Promise((resolve) => {
    child.once('exit', (status, signal) => { resolve(status ?? (signal === null ? 1 : 130)); });
    child.once('error', () => { resolve(1); });
  });
  clearInterval(watch);
  return code;
}
