import { BugError } from '#libs/errors';
import { type SharedConfig } from './services.js';

/** Settings of the chosen storage driver, in the format that `openStorage` accepts. */
export type StorageChoice =
  | { readonly kind: 'file'; readonly rootDir: string; readonly sync: 'off' | 'batched' | 'each' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

/**
 * Selects the settings of the chosen driver.
 * @throws BugError `storage-settings` - for values that `loadConfig` would have refused
 */
export function storageChoice(s: SharedConfig['storage']): StorageChoice {
  if (s.kind === 'file') return { kind: 'file', rootDir: s.dir, sync: s.sync };
  if (s.s3Endpoint === null || s.s3AccessKey === null || s.s3SecretKey === null)
    throw new BugError('storage-settings', 'S3 settings were not checked');
  return {
    kind: 's3',
    endpoint: s.s3Endpoint,
    region: s.s3Region,
    bucket: s.s3Bucket,
    accessKey: s.s3AccessKey,
    secretKey: s.s3SecretKey,
  };
}
