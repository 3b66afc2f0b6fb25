import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeys } from '#libs/contracts';

/**
 * When the first segment of a VOD was complete on storage (file driver), ms since the Unix epoch; null if there is none
 * yet.
 */
export async function firstStoredAt(storageDir: string, vod: string): Promise<number | null> {
  const parts = join(storageDir, 'store', objectKeys.parts(vod));
  const names = await readdir(parts, { recursive: true }).catch(() => []);
  const times = await Promise.all(
    names.filter((name) => /(^|\/)s\/[^/]+$/.test(name)).map(async (name) => (await stat(join(parts, name))).ctimeMs),
  );
  return times.length === 0 ? null : Math.min(...times);
}
