import { openFileStorage } from './file/file-storage.js';
import { openS3Storage } from './s3/s3-storage.js';
import { type StorageSettings } from './settings.js';
import { type OpenStorage } from './storage.js';

/**
 * Storage by settings. The file driver makes its folders and clears temporary files older than 24 hours; S3 makes no call, so that a
 * recorder can start while the bucket is away: `check()` says whether it is.
 * @throws OutsideError as `Storage.check` - the root folder cannot be made or written
 */
export async function openStorage(settings: StorageSettings): Promise<OpenStorage> {
  return settings.kind === 'file' ? openFileStorage(settings) : openS3Storage(settings);
}
