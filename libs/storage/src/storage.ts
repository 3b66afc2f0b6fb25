import { type Readable } from 'node:stream';

/**
 * A folder. `sync` sets what a power failure may lose: `off` about the last 30 s (as the kernel decides), `batched` new
 * names of the last 5 s, `each` nothing. With `batched` and `each` the bytes of an object are on disk before it gets
 * its name.
 */
export interface FileSettings {
  readonly kind: 'file';
  readonly rootDir: string;
  readonly sync: 'off' | 'batched' | 'each';
}

/** An S3 bucket. `endpoint` is an address with scheme (`http://minio:9000`). */
export interface S3Settings {
  readonly kind: 's3';
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** 5 MiB to 5 GiB (limits of S3); default 16 MiB. The put of a stream holds up to twice this in memory. */
  readonly partSizeBytes?: number;
}

export type StorageSettings = FileSettings | S3Settings;

/** Metadata of an object as listed. `modifiedAt` is the storage's clock, in whole seconds on S3. */
export interface ObjectInfo {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/**
 * Bytes `start` to `end`, both counted from 0 and inclusive, as in RFC 9110 section 14.1.2. No `end`: to the last byte.
 */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/**
 * `sizeBytes` is the number of bytes in `stream`; `totalBytes` is the size of the whole object. They differ for a
 * range.
 */
export interface ReadResult {
  readonly stream: Readable;
  readonly sizeBytes: number;
  readonly totalBytes: number;
  readonly modifiedAt: Date;
}

/** Properties of an object that the caller knows before the put. */
export interface PutOptions {
  readonly contentType?: string;
  /** Expected CRC-32 of the bytes, 8 hex digits. */
  readonly crc32?: string;
  readonly signal?: AbortSignal;
  /** Known size of a stream body. On S3 it also decides the part size: set it for anything that may exceed 100 GB. */
  readonly sizeBytes?: number;
}

/** Like {@link PutOptions}, for a local file, whose size is known. */
export interface PutFileOptions extends Pick<PutOptions, 'contentType' | 'signal'> {
  /**
   * Called in order with each chunk of the file and the bytes that were read up to its end. Never called if the driver
   * need not read the file.
   */
  readonly onProgress?: (bytes: number, chunk: Buffer) => void;
}

/** Restricts a listing. */
export interface ListOptions {
  readonly startAfter?: string;
  readonly signal?: AbortSignal;
}

/** Free space that is available to this process. */
export interface Space {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Number of the file system (`st_dev`); two folders with the same number share their space. */
  readonly device: number;
}

/**
 * Path of a file in the library that media servers read: `library/<channel>/<folder>/<name>`. `folder`: empty, or
 * several separated by `/`. Each part is converted to a safe file name.
 */
export interface LibraryPlace {
  readonly channel: string;
  readonly folder?: string;
  readonly name: string;
}

/** A file of the library folder; `path` is relative to that folder, with `/`. */
export interface LibraryFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/**
 * Publishes finished files under names for people and media servers (Jellyfin, Plex); the object itself does not move.
 * Paths are relative to the library folder, with `/`.
 */
export interface Library {
  /**
   * Publishes an object in the library as a hard link, or as a copy on a file system without links. Repeatable.
   * @param replaces the path that an earlier call returned for the same VOD file; removed once the new file exists
   * @returns its path, with ` (2)` and so on if another file has the name. Store it: `remove` needs it
   * @throws UserError `object-missing`
   */
  publish(key: string, place: LibraryPlace, replaces?: string): Promise<string>;
  /** The path of a place with its `n`th name: 2 is `<name> (2)`. Checks nothing. */
  pathOf(place: LibraryPlace, n?: number): string;
  /**
   * State of a path: free, the file of this object, or another file. If the object is missing, an existing file counts
   * as another one.
   */
  stateOf(path: string, key: string): Promise<'free' | 'ours' | 'other'>;
  /**
   * Publishes an object at exactly this path. Repeatable.
   * @returns false if another file has this path
   * @throws UserError `object-missing`
   */
  link(key: string, path: string): Promise<boolean>;
  /**
   * Lists every file below a folder of the library, including foreign files; none if the folder does not exist. Ignores
   * symbolic links.
   */
  list(folder: string): AsyncIterable<LibraryFile>;
  head(path: string): Promise<LibraryFile | null>;
  /** Like {@link Storage.get}. @throws UserError `object-missing` (404), `range-not-satisfiable` */
  get(path: string, range?: ByteRange, signal?: AbortSignal): Promise<ReadResult>;
  /** Removes a published file, and its folders if they become empty. Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
}

/**
 * Object storage: maps keys to bytes, with the same behaviour on a folder and on S3. `describeStorage` checks the
 * behaviour of both.
 *
 * A key is 1 to 1,024 bytes of UTF-8, with parts separated by `/`. Any character is allowed, and two different keys
 * never collide. One limit applies to MinIO and to folders: a key must not be the folder of another one (`a` next to
 * `a/b`).
 *
 * Every call may throw OutsideError `storage-away` (no answer, not mounted), `storage-denied`, `storage-full`,
 * `storage-read-only`, `bucket-missing`, `storage-failed`; BugError `bad-key`; and the signal's reason when aborted.
 */
export interface Storage {
  readonly kind: 'file' | 's3';
  /**
   * Stores all of `body` or nothing. A reader gets the old object or the new one. The same key again replaces the
   * object (redelivery).
   * @throws OutsideError `checksum-mismatch`, `size-mismatch` - the bytes do not match `options`
   * @throws OutsideError `body-failed` - the stream broke off
   */
  put(key: string, body: Uint8Array | Readable, options?: PutOptions): Promise<ObjectInfo>;
  /**
   * Stores a finished local file, with the promises of {@link put}. On a disk that holds both, the object is a hard link
   * to it: its bytes must not change afterwards. The caller removes it, in any case.
   * @throws OutsideError `body-failed` - the file cannot be read
   */
  putFile(key: string, file: string, options?: PutFileOptions): Promise<ObjectInfo>;
  /**
   * Reads an object. An `end` beyond the last byte is limited to it. The caller must read the stream to its end or
   * destroy it.
   * @throws UserError `object-missing` (404), `range-not-satisfiable` (416) with `data.totalBytes`
   */
  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<ReadResult>;
  /** Reads a small object completely. @throws UserError `object-missing` (404) */
  read(key: string, signal?: AbortSignal): Promise<Buffer>;
  head(key: string): Promise<ObjectInfo | null>;
  /**
   * Lists every object whose key starts with `prefix`, without limit, in byte order of UTF-8; never incomplete objects.
   * On S3 the position of these keys differs: with an empty, `.` or `..` part, a part above 200 bytes, a control
   * character above 126, a backslash, or white space other than space, tab and line breaks; and a key of a single part
   * that starts with `-`, `.` or a digit.
   */
  list(prefix: string, options?: ListOptions): AsyncIterable<ObjectInfo>;
  /**
   * Direct children of a folder, like `ls -p`: names without the folder; those that contain objects end in `/`.
   * `prefix` is empty or ends in `/`.
   */
  names(prefix: string): AsyncIterable<string>;
  /** Deletes objects. Ignores missing ones. */
  delete(keys: readonly string[]): Promise<void>;
  deletePrefix(prefix: string): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** Null if unknown (S3). */
  space(): Promise<Space | null>;
  /** Whether {@link putFile} links the files of this local folder, so that they need no space of their own. */
  linksFrom(folder: string): Promise<boolean>;
  /** Writes, reads and deletes a probe object. @throws OutsideError whose message contains the remedy */
  check(): Promise<void>;
  /** Null on S3. */
  readonly library: Library | null;
}

/**
 * State of the configured location. `none`: Vodkeep never used it; `unnamed`: a Vodkeep storage from before storage ids
 * existed.
 */
export type FoundStorage =
  | { readonly kind: 'none' }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'named'; readonly id: string };

/** Storage with lifecycle, as `openStorage` returns it to its owner (main.ts, tests). All other code uses `Storage`. */
export interface OpenStorage extends Storage {
  /** Identifies the storage at the location; writes nothing. @throws OutsideError - the location does not answer */
  find(): Promise<FoundStorage>;
  /** Creates a storage with a new id at the location. An existing id is retained. @returns the id */
  claim(): Promise<string>;
  /**
   * From now on accepts only the storage with this id. Any other storage, or none, is refused as `storage-away`, and
   * nothing is written there. Operation resumes by itself when the right storage is available.
   * @param id null, the initial value: accepts any storage; on a disk, a folder without a storage is refused
   */
  requireIdentity(id: string | null): void;
  /**
   * Removes temporary files that were not modified for 24 hours, and uploads that started more than 24 hours ago.
   * @returns how many
   */
  sweep(): Promise<number>;
  /** Flushes pending syncs, so that stored objects survive a power failure, and closes sockets. */
  close(): Promise<void>;
}
