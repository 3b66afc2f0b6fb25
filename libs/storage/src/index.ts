export { spaceOf } from './file/disk-space.js';
export { openStorage } from './open-storage.js';
export {
  type FileSettings,
  type S3Settings,
  type StorageSettings,
  type ByteRange,
  type FoundStorage,
  type Library,
  type LibraryPlace,
  type ObjectInfo,
  type OpenStorage,
  type ReadResult,
  type Space,
  type Storage,
} from './storage.js';
