export { spaceOf } from './file/disk-space.js';
export { openStorage } from './open-storage.js';
export {
  type FileSettings,
  type S3Settings,
  type StorageSettings,
  type ByteRange,
  type FoundStorage,
  type Library,
  type LibraryFile,
  type LibraryPlace,
  type ListOptions,
  type ObjectInfo,
  type OpenStorage,
  type PutFileOptions,
  type PutOptions,
  type ReadResult,
  type Space,
  type Storage,
} from './storage.js';
