import { randomUUID } from 'node:crypto';
import { type FileHandle, link as hardLink, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../storage-faults.js';
import { unreadable } from '../file-body.js';
import { NO_LINKS } from './no-links.js';

interface Linked {
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/**
 * Links a finished file under a temporary name, with the mode and the time of a new one.
 * @param link `syncsBytes`: its bytes are on disk when it returns
 * @returns null if there can be no link; then nothing was changed
 * @throws OutsideError `body-failed`: the file cannot be read; or the error of the file system
 */
export async function linkFile(
  file: string,
  temp: string,
  link: { readonly mode: number; readonly syncsBytes: boolean },
): Promise<Linked | null> {
  await using handle: FileHandle = await open(file, 'r').catch(unreadable);
  try {
    await hardLink(file, temp);
  } catch (error) {
    if (NO_LINKS.includes(codeOf(error))) return null;
    throw error;
  }
  const now = new Date();
  // Some network shares have no modes, or refuse a time.
  await handle.chmod((await handle.stat()).mode & link.mode).catch(() => undefined);
  await handle.utimes(now, now).catch(() => undefined);
  if (link.syncsBytes) await handle.sync();
  const { size, mtime } = await handle.stat();
  return { sizeBytes: size, modifiedAt: mtime };
}

/** Whether a file of one folder can have a link in the other one. Throws the file system's error if it cannot tell. */
export async function canLink(from: string, to: string): Promise<boolean> {
  const name = `link-${randomUUID()}`;
  const [file, link] = [path.join(from, name), path.join(to, name)];
  try {
    await writeFile(file, '');
    await hardLink(file, link);
    return true;
  } catch (error) {
    if (NO_LINKS.includes(codeOf(error))) return false;
    throw error;
  } finally {
    await Promise.all([file, link].map((one) => rm(one, { force: true }).catch(() => undefined)));
  }
}
