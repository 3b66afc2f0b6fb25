import { type Dirent } from 'node:fs';
import { opendir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../storage-faults.js';
import { byKeyOrder, continuationMark, type KeyCodec } from '../key-codec.js';
import { type ListOptions, type ObjectInfo } from '../storage.js';
import { sortedInSteps } from './sorted-in-steps.js';

/** One entry of a folder. `key` is the key of the object, or of the folder with `/` at the end. */
interface Entry {
  readonly key: string;
  readonly file: string;
  readonly isFolder: boolean;
}

/**
 * One entry of a folder, without the paths that lead to it: a folder may have a hundred thousand of them. `name` is the
 * last part of the key, with `/` at the end if it is a folder.
 */
interface Item {
  readonly name: string;
  readonly encoded: string;
  readonly isFolder: boolean;
}

/** Encoded name of an empty key part. */
const EMPTY_PART = '%';
const CONTINUATION = continuationMark('%');
/** Number of files to stat at the same time. */
const STAT_BATCH = 64;
/** Number of entries to read at once from a large folder. */
const READ_BATCH = 1024;
/**
 * Size of a folder inode (not of its files) above which it has a thousand entries or more. On file systems that do not
 * report it, large folders are read in one call.
 */
const LARGE_FOLDER_BYTES = 65_536;

/** Reads the store folder as keys. `root` contains the encoded names; foreign files are ignored. */
export class StoreTree {
  constructor(
    private readonly root: string,
    private readonly codec: KeyCodec,
  ) {}

  async *list(prefix: string, { startAfter, signal }: ListOptions = {}): AsyncGenerator<ObjectInfo, void, undefined> {
    let batch: Entry[] = [];
    for await (const entry of this.#walk(this.#folderOf(prefix), { prefix, startAfter })) {
      signal?.throwIfAborted();
      batch.push(entry);
      if (batch.length < STAT_BATCH) continue;
      yield* await infosOf(batch);
      batch = [];
    }
    yield* await infosOf(batch);
  }

  async *names(folderKey: string): AsyncGenerator<string, void, undefined> {
    const folder = this.#folderOf(folderKey);
    for (const item of await this.#items(folder)) {
      if (!item.isFolder || (await this.#holdsObjects(entryOf(folder, item)))) yield item.name;
    }
  }

  #folderOf(prefix: string): Entry {
    const cut = prefix.lastIndexOf('/') + 1;
    return {
      key: prefix.slice(0, cut),
      file: path.join(this.root, this.codec.encodePrefix(prefix.slice(0, cut))),
      isFolder: true,
    };
  }

  async *#walk(
    folder: Entry,
    wanted: { prefix: string; startAfter: string | undefined },
  ): AsyncGenerator<Entry, void, undefined> {
    for (const item of await this.#items(folder)) {
      const entry = entryOf(folder, item);
      if (entry.isFolder) {
        const within = entry.key.startsWith(wanted.prefix) || wanted.prefix.startsWith(entry.key);
        if (within && !isBehind(entry.key, wanted.startAfter)) yield* this.#walk(entry, wanted);
      } else if (
        entry.key.startsWith(wanted.prefix) &&
        (wanted.startAfter === undefined || byKeyOrder(entry.key, wanted.startAfter) > 0)
      )
        yield entry;
    }
  }

  async #items(folder: Entry): Promise<Item[]> {
    const found: Item[] = [];
    for await (const { encoded, isFolder } of this.#names(folder.file, '')) {
      const part = this.codec.decode(encoded);
      if (part === null && encoded !== EMPTY_PART) continue;
      found.push({ name: (part ?? '') + (isFolder ? '/' : ''), encoded, isFolder });
    }
    return sortedInSteps(found, (a, b) => byKeyOrder(a.name, b.name));
  }

  /** Names of a folder. Joins the pieces of a long part (`abc%~/def`). */
  async *#names(folder: string, head: string): AsyncGenerator<{ encoded: string; isFolder: boolean }, void, undefined> {
    for await (const item of readFolder(path.join(folder, head))) {
      if (item.isDirectory() && item.name.endsWith(CONTINUATION)) yield* this.#names(folder, `${head}${item.name}/`);
      else if (item.isDirectory() || item.isFile()) yield { encoded: head + item.name, isFolder: item.isDirectory() };
    }
  }

  async #holdsObjects(folder: Entry): Promise<boolean> {
    for await (const entry of this.#walk(folder, { prefix: folder.key, startAfter: undefined }))
      return entry.key !== '';
    return false;
  }
}

const entryOf = (folder: Entry, { name, encoded, isFolder }: Item): Entry => ({
  key: folder.key + name,
  file: path.join(folder.file, encoded),
  isFolder,
});

/** Whether no key below `folderKey` can come after `startAfter`. */
const isBehind = (folderKey: string, startAfter: string | undefined): boolean =>
  startAfter !== undefined && !startAfter.startsWith(folderKey) && byKeyOrder(folderKey, startAfter) < 0;

/** Reads a large folder in steps, because reading a hundred thousand entries at once would block the process. */
async function* readFolder(folder: string): AsyncGenerator<Dirent, void, undefined> {
  try {
    const { size } = await stat(folder);
    yield* size > LARGE_FOLDER_BYTES
      ? await opendir(folder, { bufferSize: READ_BATCH })
      : await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return;
    throw error;
  }
}

async function infosOf(entries: readonly Entry[]): Promise<ObjectInfo[]> {
  const infos = await Promise.all(entries.map(infoOf));
  return infos.filter((info) => info !== null);
}

async function infoOf({ key, file }: Entry): Promise<ObjectInfo | null> {
  try {
    const { size, mtime } = await stat(file);
    return { key, sizeBytes: size, modifiedAt: mtime };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
