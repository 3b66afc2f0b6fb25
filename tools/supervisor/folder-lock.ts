import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutsideError, UserError, untranslated } from '#libs/errors';

export interface FolderLock {
  release(): Promise<void>;
}

const EXIT_LOCKED = 7;
// Node has no flock(2). `cat` keeps the locked file open until the supervisor's end of its stdin closes, however the
// supervisor ends, including kill -9.
const LOCK_SCRIPT = `exec 9>>"$1" || exit 8; flock -n 9 || exit ${String(EXIT_LOCKED)}; echo held; exec cat >/dev/null`;

/**
 * Locks the data folder: one supervisor per data folder. The kernel frees the lock when the supervisor ends.
 * @throws UserError `already-runs`: when another supervisor holds the lock; OutsideError `no-lock`: when the file
 *   system or util-linux cannot lock
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const file = join(dataDir, '.lock');
  const holder = spawn('sh', ['-c', LOCK_SCRIPT, 'sh', file], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  const exited = once(holder, 'exit') as Promise<[number | null]>;
  const held = once(holder.stdout, 'data').then(() => null);
  const code = await Promise.race([held, exited.then(([status]) => status ?? -1)]);
  if (code === EXIT_LOCKED)
    throw new UserError(
      untranslated(
        'already-runs',
        `Vodkeep already runs on ${dataDir}${ownerOf(file)}. Stop it first, or use another data folder: npm start -- --data DIR --port N`,
      ),
    );
  if (code !== null)
    throw new OutsideError(
      untranslated(
        'no-lock',
        `Could not lock ${file} (flock ended with ${String(code)}). Use a data folder on a local file system: npm start -- --data DIR`,
      ),
    );
  writeFileSync(file, String(process.pid));
  return {
    async release() {
      holder.stdin.end();
      await exited;
    },
  };
}

function ownerOf(file: string): string {
  const pid = readFileSync(file, 'utf8').trim();
  return /^\d+$/.test(pid) ? ` (process ${pid})` : '';
}
