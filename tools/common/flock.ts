import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface HeldLock {
  release(): Promise<void>;
}

/** Exit status if another process holds the lock. */
export const EXIT_LOCKED = 7;
// Node has no flock(2). `cat` keeps the locked file open until the holder's end of its stdin closes, however the holder
// ends, including kill -9.
const LOCK_SCRIPT = `exec 9>>"$1" || exit 8; flock $2 9 || exit ${String(EXIT_LOCKED)}; echo held; exec cat >/dev/null`;

/**
 * Locks a file, which is created if it is missing. The kernel frees the lock when this process ends.
 * @param whenHeld `wait` until another holder releases it, or `fail`
 * @returns the exit status if the file cannot be locked
 */
export async function flock(file: string, whenHeld: 'wait' | 'fail'): Promise<HeldLock | number> {
  const flag = whenHeld === 'wait' ? '-x' : '-n';
  const holder = spawn('sh', ['-c', LOCK_SCRIPT, 'sh', file, flag], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const exited = once(holder, 'exit') as Promise<[number | null]>;
  const held = once(holder.stdout, 'data').then(() => null);
  const code = await Promise.race([held, exited.then(([status]) => status ?? -1)]);
  if (code !== null) return code;
  return {
    async release() {
      holder.stdin.end();
      await exited;
    },
  };
}
