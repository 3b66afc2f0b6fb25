import { openFileStorage } from './file/file-storage.js';
import { type StorageSettings, type OpenStorage } from './storage.js';

/**
 * Opens a storage by its settings. For S3 it makes no request, so that a recorder can start while the bucket is
 * unavailable: `check()` reports that.
 * @param claims writes the marker to a folder that is not a storage yet, for tests and tools. In an installation only
 *   the API does this, because it knows whether the installation already has a storage (ADR 0012)
 * @throws OutsideError as `Storage.check` - the root folder cannot be created or written
 */
export async function openStorage(
  settings: StorageSettings,
  { claims = true }: { readonly claims?: boolean } = {},
): Promise<OpenStorage> {
  if (settings.kind === 's3') {
    // Loaded on demand: minio uses 20 MB of memory.
    const { openS3Storage } = await import('./s3/s3-storage.js');
    return openS3Storage(settings);
  }
  const storage = openFileStorage(settings);
  if (claims) await storage.claim();
  return storage;
}
