import { open } from 'node:fs/promises';
import { codeOf } from '../code-of.js';

/** Makes the names in a folder outlive a power cut. One that was removed since has none. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Emptied and removed since; or a file system that has no sync of folders and says so (some network shares).
    if (!['ENOENT', 'EINVAL', 'ENOTSUP'].includes(codeOf(error))) throw error;
  }
}
