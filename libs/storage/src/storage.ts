import { type Readable } from 'node:stream';

/**
 * A folder. `sync` is what a power cut may take: `off` the last 30 s or so (as the kernel likes), `batched` new names
 * of the last 5 s, `each` nothing. With `batched` and `each` the bytes of an object are on the disk before it gets its
 * name.
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
  /** 5 MiB to 5 GiB (S3's own limits); 16 MiB when not given. One put of a stream holds up to twice this in memory. */
  readonly partSizeBytes?: number;
}

export type StorageSettings = FileSettings | S3Settings;

/** What a listing knows of an object. `modifiedAt` is the storage's clock, whole seconds on S3. */
export interface ObjectInfo {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/**
 * Bytes `start` to `end`, both counted from 0 and both included, as in RFC 9110 section 14.1.2. No `end`: to the last
 * byte.
 */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** `sizeBytes` is what `stream` will give, `totalBytes` the size of the whole object; they differ for a range. */
export interface ReadResult {
  readonly stream: Readable;
  readonly sizeBytes: number;
  readonly totalBytes: number;
  readonly modifiedAt: Date;
}

/** What is known of an object beforehand. */
export interface PutOptions {
  readonly contentType?: string;
  /** CRC-32 the bytes must have, 8 hex digits. */
  readonly crc32?: string;
  readonly signal?: AbortSignal;
  /** Known size of a stream body. On S3 it also decides the part size: give it for anything that may pass 100 GB. */
  readonly sizeBytes?: number;
}

/** Which part of a listing is wanted. */
export interface ListOptions {
  readonly startAfter?: string;
  readonly signal?: AbortSignal;
}

/** Free space as this process may use it. */
export interface Space {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * Where a file stands in the library that media servers read: `library/<channel>/<folder>/<name>`. `folder`: none, or
 * several with `/` between. Each part is made safe as a file name.
 */
export interface LibraryPlace {
  readonly channel: string;
  readonly folder?: string;
  readonly name: string;
}

/** A file of the library folder; `path` below it, with `/`. */
export interface LibraryFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/**
 * Finished files under names that people and media servers (Jellyfin, Plex) read; the object stays where it is. Paths
 * are below the library folder, with `/`.
 */
export interface Library {
  /**
   * Shows an object in the library: a hard link, or a copy on a file system without links. May be repeated.
   * @param replaces what an earlier call returned for the same VOD file; it goes when the new one stands
   * @returns its path; ` (2)` and so on is added when another file has the name. Keep it: `remove` wants it
   * @throws UserError `object-missing`
   */
  publish(key: string, place: LibraryPlace, replaces?: string): Promise<string>;
  /** The path of a place, by its `n`th name: 2 is `<name> (2)`. Nothing is checked. */
  pathOf(place: LibraryPlace, n?: number): string;
  /** Whose file stands at a path: nobody's, this object's, or another one. An object that is missing has none. */
  stateOf(path: string, key: string): Promise<'free' | 'ours' | 'other'>;
  /**
   * Shows an object at exactly this path. May be repeated.
   * @returns false when another file has it
   * @throws UserError `object-missing`
   */
  link(key: string, path: string): Promise<boolean>;
  /**
   * Every file below a folder of it, whoever put it there; of a folder that is not there: none. A symbolic link is no
   * file.
   */
  list(folder: string): AsyncIterable<LibraryFile>;
  head(path: string): Promise<LibraryFile | null>;
  /** As {@link Storage.get}. @throws UserError `object-missing` (404), `range-not-satisfiable` */
  get(path: string, range?: ByteRange, signal?: AbortSignal): Promise<ReadResult>;
  /** Takes a published file away, and its folders when they are empty then. Missing is fine. */
  remove(path: string): Promise<void>;
}

/**
 * Object storage: keys to bytes, the same over a folder and over S3. `describeStorage` says what both promise.
 *
 * A key is 1 to 1,024 bytes of UTF-8, parts between `/`; any character is allowed, and two different keys never meet.
 * One limit is MinIO's and ours: a key may not be the folder of another one (`a` beside `a/b`).
 *
 * Every call may throw OutsideError: `storage-away` (no answer, not mounted), `storage-denied`, `storage-full`,
 * `storage-read-only`, `bucket-missing`, `storage-failed`; BugError `bad-key`; and the signal's reason when aborted.
 */
export interface Storage {
  readonly kind: 'file' | 's3';
  /**
   * Stores all of `body` or nothing; a reader sees the old object or the new one. The same key again replaces it
   * (redelivery).
   * @throws OutsideError `checksum-mismatch`, `size-mismatch` - the bytes are not those that were promised
   * @throws OutsideError `body-failed` - the stream broke off
   */
  put(key: string, body: Uint8Array | Readable, options?: PutOptions): Promise<ObjectInfo>;
  /**
   * An `end` behind the last byte is cut to it. The caller reads the stream to its end or destroys it.
   * @throws UserError `object-missing` (404), `range-not-satisfiable` (416) with `data.totalBytes`
   */
  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<ReadResult>;
  /** A small object as a whole. @throws UserError `object-missing` (404) */
  read(key: string, signal?: AbortSignal): Promise<Buffer>;
  head(key: string): Promise<ObjectInfo | null>;
  /**
   * Every object whose key begins with `prefix`, in byte order of UTF-8, however many; half-written ones never. On S3,
   * keys with an empty, `.` or `..` part, one above 200 bytes, a control character above 126, a backslash or white
   * space other than the plain kind, come in an order of their own.
   */
  list(prefix: string, options?: ListOptions): AsyncIterable<ObjectInfo>;
  /**
   * Direct children of a folder, as `ls -p`: names without the folder, those that hold objects end in `/`. `prefix` is
   * empty or ends in `/`.
   */
  names(prefix: string): AsyncIterable<string>;
  /** Missing objects are fine. */
  delete(keys: readonly string[]): Promise<void>;
  deletePrefix(prefix: string): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** Null where it cannot be known (S3). */
  space(): Promise<Space | null>;
  /** Writes, reads and deletes a probe object. @throws OutsideError whose message names the remedy */
  check(): Promise<void>;
  /** Null on S3. */
  readonly library: Library | null;
}

/**
 * What stands where the settings point. `none`: nothing that a Vodkeep ever used; `unnamed`: the storage of one that
 * gave no ids yet.
 */
export type FoundStorage =
  { readonly kind: 'none' } | { readonly kind: 'unnamed' } | { readonly kind: 'named'; readonly id: string };

/** What `openStorage` gives its owner (main.ts, tests); everybody else takes a `Storage`. */
export interface OpenStorage extends Storage {
  /** Writes nothing. @throws OutsideError - it cannot be determined, as nothing answers */
  find(): Promise<FoundStorage>;
  /** Makes what stands there a storage, with an id of its own. One that has an id keeps it. @returns the id */
  claim(): Promise<string>;
  /**
   * From now on only the storage of this id is used: another one, and what is none, are refused as `storage-away`, and
   * nothing is written there. It goes on by itself once the right one is there.
   * @param id null, as at the start: any storage is used, and on a disk what is none is refused
   */
  expect(id: string | null): void;
  /** Ends uploads and temporary files that nobody has touched for 24 hours. @returns how many */
  sweep(): Promise<number>;
  /** Makes sure that what is stored outlives a power cut, and lets go of sockets. */
  close(): Promise<void>;
}
