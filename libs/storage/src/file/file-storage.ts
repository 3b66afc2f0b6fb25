import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { checkedBody, releaseOnError } from '../checked-body.js';
import { codeOf, otherInstallationsStorage, mustBeRange, objectMissing } from '../storage-faults.js';
import { probe } from '../probe.js';
import {
  type FileSettings,
  type ByteRange,
  type FoundStorage,
  type ListOptions,
  type ObjectInfo,
  type OpenStorage,
  type PutFileOptions,
  type PutOptions,
  type ReadResult,
  type Space,
} from '../storage.js';
import { DirSync } from './dir-sync.js';
import { spaceOf } from './disk-space.js';
import { fileBody, sizeOfBody } from '../file-body.js';
import { FILE_CODEC } from '../key-codec.js';
import { fileFault, rootFault } from './file-fault.js';
import { FileLibrary } from './file-library.js';
import { canLink, linkFile } from './link-file.js';
import { readRange } from './read-range.js';
import { StorageMarker } from './storage-marker.js';
import { StoreTree } from './store-tree.js';

/** A temporary file that was not modified for this long belongs to no running put. */
const MAX_TEMP_AGE_MS = 24 * 3600 * 1000;
/** Another process may prune an empty folder between mkdir and rename. No call loses that race this often. */
const MAX_MOVE_TRIES = 20;
/** Mode of objects: manifests, journals and traces are not for other users. The library opens what it publishes. */
const PRIVATE_FILE = 0o640;
const FOR_OTHERS = 0o007;
const ALL_BITS = 0o7777;
/** Number of files to delete at the same time. */
const DELETE_BATCH = 64;

type Written = Pick<ObjectInfo, 'sizeBytes' | 'modifiedAt'>;
/** Writes the bytes of an object to a temporary file. */
type Write = (temp: string) => Promise<Written>;

export const openFileStorage = (settings: FileSettings): OpenStorage => new FileStorage(settings);

/**
 * Stores objects as files of `<root>/store`, named by {@link FILE_CODEC}. A file is written completely to `<root>/tmp`,
 * synced, then renamed. Media servers read `<root>/library`; `.ignore` keeps them (Jellyfin, Emby) out of the other
 * folders. {@link StorageMarker} identifies the root of this installation.
 */
class FileStorage implements OpenStorage {
  readonly kind = 'file';
  readonly library: FileLibrary;
  readonly #store: string;
  readonly #temp: string;
  readonly #marker: StorageMarker;
  readonly #tree: StoreTree;
  readonly #dirSync: DirSync;
  readonly #syncsBytes: boolean;
  /** Target folders of running puts, once for each put. They must not be pruned. */
  readonly #putFolders: string[] = [];
  #expectedId: string | null = null;
  /** Stamp of the marker that was last verified as belonging to this installation. */
  #verifiedStamp: string | null = null;

  constructor(private readonly settings: FileSettings) {
    const root = path.resolve(settings.rootDir);
    this.#store = path.join(root, 'store');
    this.#temp = path.join(root, 'tmp');
    this.#marker = new StorageMarker(root);
    this.#tree = new StoreTree(this.#store, FILE_CODEC);
    this.#dirSync = new DirSync(settings.sync);
    this.#syncsBytes = settings.sync !== 'off';
    this.library = new FileLibrary(path.join(root, 'library'), {
      fileOf: (key) => this.#fileOf(key),
      temp: this.#temp,
      mustBeMounted: () => this.#requireOwnStorage(),
    });
  }

  async find(): Promise<FoundStorage> {
    return this.#inRoot(() => this.#marker.read());
  }

  async claim(): Promise<string> {
    const id = await this.#inRoot(() => this.#marker.write());
    await this.#requireOwnStorage();
    return id;
  }

  requireIdentity(id: string | null): void {
    if (id === this.#expectedId) return;
    this.#expectedId = id;
    this.#verifiedStamp = null;
  }

  put(key: string, body: Uint8Array | Readable, options: PutOptions = {}): Promise<ObjectInfo> {
    const write: Write = (temp) => this.#write(temp, checkedBody(body, options));
    return releaseOnError(body, () => this.#put(key, write, options.signal));
  }

  async putFile(key: string, file: string, { signal, onProgress }: PutFileOptions = {}): Promise<ObjectInfo> {
    const link = { mode: PRIVATE_FILE, syncsBytes: this.#syncsBytes };
    let linked = '';
    const write: Write = async (temp) => {
      linked = temp;
      const written = await linkFile(file, temp, link);
      if (written) return written;
      const promised = { sizeBytes: await sizeOfBody(file), ...(signal && { signal }) };
      return this.#write(temp, checkedBody(fileBody(file, onProgress), promised));
    };
    const info = await this.#put(key, write, signal);
    // rename(2) leaves it if the object is this file already.
    await rm(linked, { force: true }).catch(() => undefined);
    return info;
  }

  async #put(key: string, write: Write, signal: AbortSignal | undefined): Promise<ObjectInfo> {
    const target = this.#fileOf(key);
    await this.#requireOwnStorage();
    const temp = path.join(this.#temp, `${process.pid}-${randomUUID()}`);
    try {
      const written = await write(temp);
      signal?.throwIfAborted();
      await this.#dirSync.changed(await this.#move(temp, target));
      return { key, ...written };
    } catch (error) {
      await rm(temp, { force: true }).catch(() => undefined);
      signal?.throwIfAborted();
      throw fileFault(error, target);
    }
  }

  async get(key: string, range: ByteRange = { start: 0 }, signal?: AbortSignal): Promise<ReadResult> {
    mustBeRange(range);
    signal?.throwIfAborted();
    return readRange(await this.#open(key), { key, range, signal });
  }

  async read(key: string, signal?: AbortSignal): Promise<Buffer> {
    const { stream } = await this.get(key, undefined, signal);
    try {
      return await buffer(stream);
    } catch (error) {
      throw this.#fault(error, signal);
    }
  }

  async head(key: string): Promise<ObjectInfo | null> {
    try {
      const written = await stat(this.#fileOf(key));
      return written.isFile() ? { key, sizeBytes: written.size, modifiedAt: written.mtime } : null;
    } catch (error) {
      await this.#ignoreMissing(error);
      return null;
    }
  }

  async *list(prefix: string, options: ListOptions = {}): AsyncGenerator<ObjectInfo, void, undefined> {
    await this.#requireOwnStorage();
    try {
      yield* this.#tree.list(prefix, options);
    } catch (error) {
      throw this.#fault(error, options.signal);
    }
  }

  async *names(prefix: string): AsyncGenerator<string, void, undefined> {
    await this.#requireOwnStorage();
    try {
      yield* this.#tree.names(prefix);
    } catch (error) {
      throw this.#fault(error);
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#requireOwnStorage();
    for (let i = 0; i < keys.length; i += DELETE_BATCH)
      await Promise.all(keys.slice(i, i + DELETE_BATCH).map((key) => this.#remove(key)));
  }

  async deletePrefix(prefix: string): Promise<{ objects: number; bytes: number }> {
    const done = { objects: 0, bytes: 0 };
    for await (const { key, sizeBytes } of this.list(prefix)) {
      await this.#remove(key);
      done.objects += 1;
      done.bytes += sizeBytes;
    }
    return done;
  }

  async space(): Promise<Space> {
    await this.#requireOwnStorage();
    try {
      return await spaceOf(this.#store);
    } catch (error) {
      throw fileFault(error, this.#store);
    }
  }

  async linksFrom(folder: string): Promise<boolean> {
    await this.#requireOwnStorage();
    try {
      return await canLink(folder, this.#temp);
    } catch (error) {
      throw fileFault(error, this.#temp);
    }
  }

  async check(): Promise<void> {
    await probe(this);
  }

  async sweep(): Promise<number> {
    await this.#requireOwnStorage();
    return this.#inRoot(() => this.#sweepTemp());
  }

  async #sweepTemp(): Promise<number> {
    let swept = 0;
    for (const name of await readdir(this.#temp)) {
      const file = path.join(this.#temp, name);
      const written = await stat(file).catch(() => null);
      if (!written || name.startsWith('.') || Date.now() - written.mtimeMs < MAX_TEMP_AGE_MS) continue;
      await rm(file, { force: true });
      swept += 1;
    }
    return swept;
  }

  async close(): Promise<void> {
    await this.#dirSync.flush();
  }

  #fileOf(key: string): string {
    return path.join(this.#store, FILE_CODEC.encode(key));
  }

  async #write(temp: string, body: AsyncIterable<Buffer>): Promise<Written> {
    await using handle = await open(temp, 'wx', PRIVATE_FILE);
    await handle.writeFile(body);
    if (this.#syncsBytes) await handle.datasync();
    const { size, mtime } = await handle.stat();
    return { sizeBytes: size, modifiedAt: mtime };
  }

  /** @returns folders whose entries changed */
  async #move(temp: string, target: string): Promise<string[]> {
    const folder = path.dirname(target);
    const changed = new Set([folder]);
    this.#putFolders.push(folder);
    try {
      for (let tries = 1; !(await isMoved(temp, target, tries === MAX_MOVE_TRIES)); tries += 1) {
        await this.#requireOwnStorage();
        for (const parent of await createdParents(folder)) changed.add(parent);
      }
      return [...changed];
    } finally {
      this.#putFolders.splice(this.#putFolders.indexOf(folder), 1);
    }
  }

  async #open(key: string) {
    const file = this.#fileOf(key);
    try {
      const handle = await open(file, 'r');
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
    } catch (error) {
      await this.#ignoreMissing(error);
    }
    throw objectMissing(key);
  }

  async #remove(key: string): Promise<void> {
    const file = this.#fileOf(key);
    try {
      await unlink(file);
    } catch (error) {
      return this.#ignoreMissing(error);
    }
    const changed = path.dirname(file);
    await this.#prune(changed);
    await this.#dirSync.changed([changed]);
  }

  /** Removes empty folders, up to the store folder. */
  async #prune(from: string): Promise<void> {
    for (let folder = from; folder !== this.#store; folder = path.dirname(folder)) {
      if (this.#putFolders.some((putFolder) => `${putFolder}/`.startsWith(`${folder}/`))) return;
      try {
        await rmdir(folder);
      } catch (error) {
        if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) return;
        throw fileFault(error, folder);
      }
    }
  }

  /** Returns if the error only means that the object does not exist (or is a folder); throws every other error. */
  async #ignoreMissing(error: unknown): Promise<void> {
    if (!['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) throw fileFault(error, this.#store);
    await this.#requireOwnStorage();
  }

  /** Verifies that the root belongs to this installation. Reads only the marker's stamp while it is unchanged. */
  async #requireOwnStorage(): Promise<void> {
    const stamp = await this.#marker.stamp();
    if (stamp !== null && stamp === this.#verifiedStamp) return;
    const found = await this.find();
    if (this.#expectedId === null && found.kind === 'none')
      throw new OutsideError(message('error.storage-away.no-marker', { where: this.settings.rootDir }));
    if (this.#expectedId !== null && !(found.kind === 'named' && found.id === this.#expectedId))
      throw otherInstallationsStorage('disk', this.settings.rootDir);
    await this.#inRoot(() => this.#prepare());
    this.#verifiedStamp = stamp;
  }

  async #prepare(): Promise<void> {
    for (const folder of [this.#store, this.#temp]) {
      await mkdir(folder, { recursive: true });
      await closeToOthers(folder);
      await writeFile(path.join(folder, '.ignore'), '', { mode: PRIVATE_FILE });
    }
    await this.#sweepTemp();
  }

  /** Converts an error of a call: the signal's reason if aborted, otherwise an AppError. */
  #fault(error: unknown, signal?: AbortSignal): unknown {
    return signal?.aborted === true ? signal.reason : fileFault(error, this.#store);
  }

  async #inRoot<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw rootFault(error, this.settings.rootDir);
    }
  }
}

/** Also closes the files of earlier versions below it. Some network shares have no modes. */
async function closeToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & FOR_OTHERS) !== 0) await chmod(folder, mode & ~FOR_OTHERS & ALL_BITS).catch(() => undefined);
}

/**
 * Creates a folder and its missing parents. If another process removes one of them meanwhile (ENOENT, or ENOTDIR for a
 * folder that has just been removed), it may create none; the following move detects this.
 * @returns the folders in which a new folder was created
 */
async function createdParents(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error;
    return undefined;
  });
  const parents: string[] = [];
  for (let made = folder; first !== undefined && made.length >= first.length; made = path.dirname(made))
    parents.push(path.dirname(made));
  return parents;
}

/** @returns false if the target folder does not exist */
async function isMoved(temp: string, target: string, isLastTry: boolean): Promise<boolean> {
  try {
    await rename(temp, target);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || isLastTry) throw error;
    return false;
  }
}
