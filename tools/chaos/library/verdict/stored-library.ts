import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openStorage } from '#libs/storage';
import { settingsOf, type Env } from '../../verdict/stored-files.js';
import type { StoredLibrary } from './judge-library.js';

/** All that lies on the storage of a house. */
export async function storedLibrary(env: Env): Promise<StoredLibrary> {
  const settings = settingsOf(env);
  const storage = await openStorage(settings);
  try {
    const objects = new Map<string, number>();
    for await (const { key, sizeBytes } of storage.list('')) objects.set(key, sizeBytes);
    return { objects, library: settings.kind === 'file' ? await libraryOf(settings.rootDir, objects.keys()) : null };
  } finally {
    await storage.close();
  }
}

/** Which object each file of the library is: both are names of one file. */
async function libraryOf(root: string, keys: Iterable<string>): Promise<Map<string, string | null>> {
  const keyOf = new Map<number, string>();
  for (const key of keys) keyOf.set((await stat(join(root, 'store', key))).ino, key);
  const found = new Map<string, string | null>();
  const library = join(root, 'library');
  for (const entry of await readdir(library, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    found.set(relative(library, file), keyOf.get((await stat(file)).ino) ?? null);
  }
  return found;
}
