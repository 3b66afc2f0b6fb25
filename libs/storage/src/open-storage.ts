import { openFileStorage } from './file/file-storage.js';
import { type StorageSettings, type OpenStorage } from './storage.js';

/**
 * Storage by settings. S3 makes no call, so that a recorder can start while the bucket is away: `check()` says whether
 * it is.
 * @param claims makes a folder a storage when it is none yet, as tests and tools want it; the services of an installation leave
 *   that to api, which knows whether the installation has one (ADR 0012)
 * @throws OutsideError as `Storage.check` - the root folder cannot be made or written
 */
export async function openStorage(
  settings: StorageSettings,
  { claims = true }: { readonly claims?: boolean } = {},
): Promise<OpenStorage> {
  if (settings.kind === 's3') {
    // minio is 20 MB of memory.
    const { openS3Storage } = await import('./s3/s3-storage.js');
    return openS3Storage(settings);
  }
  const storage = openFileStorage(settings);
  if (claims) await storage.claim();
  return storage;
}
