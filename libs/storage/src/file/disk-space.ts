import { stat, statfs } from 'node:fs/promises';
import { type Space } from '../storage.js';

/** Free space of the disk that holds a folder. Throws the file system's error if the folder is missing. */
export async function spaceOf(folder: string): Promise<Space> {
  const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, device: dev };
}
