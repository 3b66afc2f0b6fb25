import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutsideError, UserError, untranslated } from '#libs/errors';
import { EXIT_LOCKED, flock, type HeldLock } from '../common/flock.js';

/**
 * Locks the data folder: one supervisor per data folder. The kernel frees the lock when the supervisor ends.
 * @throws UserError `already-runs`: when another supervisor holds the lock; OutsideError `no-lock`: when the file
 *   system or util-linux cannot lock
 */
export async function lockFolder(dataDir: string): Promise<HeldLock> {
  const file = join(dataDir, '.lock');
  const lock = await flock(file, 'fail');
  if (lock === EXIT_LOCKED)
    throw new UserError(
      untranslated(
        'already-runs',
        `Vodkeep already runs on ${dataDir}${ownerOf(file)}. Stop it first, or use another data folder: npm start -- --data DIR --port N`,
      ),
    );
  if (typeof lock === 'number')
    throw new OutsideError(
      untranslated(
        'no-lock',
        `Could not lock ${file} (flock ended with ${String(lock)}). Use a data folder on a local file system: npm start -- --data DIR`,
      ),
    );
  writeFileSync(file, String(process.pid));
  return lock;
}

function ownerOf(file: string): string {
  const pid = readFileSync(file, 'utf8').trim();
  return /^\d+$/.test(pid) ? ` (process ${pid})` : '';
}
