import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeys } from '#libs/contracts';
import { openStorage, type StorageSettings } from '#libs/storage';

/** Variables with which the services of an installation reach their storage. */
export type Env = Readonly<Record<string, string>>;

const CONTAINER = /\.(mp4|mkv|mov|m4a)$/;

export function settingsOf(env: Env): StorageSettings {
  const value = (name: string): string => env[name] ?? '';
  if (value('VODKEEP_STORAGE') === 'file') return { kind: 'file', rootDir: value('VODKEEP_STORAGE_DIR'), sync: 'off' };
  return {
    kind: 's3',
    endpoint: value('VODKEEP_S3_ENDPOINT'),
    region: value('VODKEEP_S3_REGION'),
    bucket: value('VODKEEP_S3_BUCKET'),
    accessKey: value('VODKEEP_S3_ACCESS_KEY'),
    secretKey: value('VODKEEP_S3_SECRET_KEY'),
  };
}

/**
 * Number of container files of a VOD on storage. If it is one and the driver is `file`: the number of files in the
 * library folder of its channel, which must be one, too.
 */
export async function storedFiles(env: Env, vod: string, channel: string): Promise<number> {
  const settings = settingsOf(env);
  const storage = await openStorage(settings);
  try {
    let stored = 0;
    for await (const { key } of storage.list(objectKeys.files(vod))) if (CONTAINER.test(key)) stored += 1;
    if (settings.kind === 's3') return stored;
    const shown = (await readdir(join(settings.rootDir, 'library', channel), { recursive: true })).filter((name) =>
      CONTAINER.test(name),
    ).length;
    return stored === 1 ? shown : stored;
  } finally {
    await storage.close();
  }
}
