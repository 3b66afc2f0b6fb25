import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { flock } from '../../common/flock.js';

const exists = (at: string): Promise<boolean> =>
  access(at).then(
    () => true,
    () => false,
  );

/**
 * A folder that is created once. It is filled under a temporary name and then renamed, so that an incomplete folder is
 * never used. While one caller fills it, the others wait, also those in other processes: on a fresh clone several suites
 * start at once, and each would encode the same four minutes of video.
 */
export async function cachedFolder(at: string, fill: (folder: string) => Promise<void>): Promise<string> {
  if (await exists(at)) return at;
  await mkdir(path.dirname(at), { recursive: true });
  const lockFile = `${at}.lock`;
  const lock = await flock(lockFile, 'wait');
  if (typeof lock === 'number')
    throw new OutsideError(untranslated('no-lock', `Could not lock ${lockFile} (flock ended with ${String(lock)}).`));
  try {
    if (!(await exists(at))) await fillAndRename(at, fill);
    // From now on every caller finds the folder, also one that locks a new file of this name.
    await rm(lockFile, { force: true });
  } finally {
    await lock.release();
  }
  return at;
}

async function fillAndRename(at: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const work = `${at}.${randomUUID()}.part`;
  await mkdir(work);
  try {
    await fill(work);
    await rename(work, at);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The repository's folder, both from the sources and from dist. */
export async function repositoryRoot(): Promise<string> {
  let at = import.meta.dirname;
  while (!(await exists(path.join(at, 'package.json')))) at = path.dirname(at);
  return at;
}
