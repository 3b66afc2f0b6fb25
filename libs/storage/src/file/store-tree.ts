import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../code-of.js';
import { byKeyOrder, goesOnMark, type KeyCodec } from '../key-codec.js';
import { type ListOptions, type ObjectInfo } from '../storage.js';

/** One name of a folder; `key` is that of the object, or of the folder with its `/` at the end. */
interface Entry {
  readonly key: string;
  readonly file: string;
  readonly isFolder: boolean;
}

const EMPTY_PART = '%';
const GOES_ON = goesOnMark('%');
const STAT_BATCH = 64;

/** Reads the store folder as keys. `root` holds the encoded names; what is not one of ours is passed over. */
export class StoreTree {
  constructor(private readonly root: string, private readonly codec: KeyCodec) {}

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
    for (const entry of await this.#entries(this.#folderOf(folderKey))) {
      if (!entry.isFolder || (await this.#holdsObjects(entry))) yield entry.key.slice(folderKey.length);
    }
  }

  #folderOf(prefix: string): Entry {
    const cut = prefix.lastIndexOf('/') + 1;
    return { key: prefix.slice(0, cut), file: path.join(this.root, this.codec.encodePrefix(prefix.slice(0, cut))), isFolder: true };
  }

  async *#walk(folder: Entry, want: { prefix: string; startAfter: string | undefined }): AsyncGenerator<Entry, void, undefined> {
    for (const entry of await this.#entries(folder)) {
      if (entry.isFolder) {
        const within = entry.key.startsWith(want.prefix) || want.prefix.startsWith(entry.key);
        if (within && !isBehind(entry.key, want.startAfter)) yield* this.#walk(entry, want);
      } else if (entry.key.startsWith(want.prefix) && (want.startAfter === undefined || byKeyOrder(entry.key, want.startAfter) > 0)) yield entry;
    }
  }

  async #entries(folder: Entry): Promise<Entry[]> {
    const found: { entry: Entry; order: Buffer }[] = [];
    for (const name of await this.#names(folder.file, '')) {
      const part = this.codec.decode(name.encoded);
      if (part === null && name.encoded !== EMPTY_PART) continue;
      const key = folder.key + (part ?? '') + (name.isFolder ? '/' : '');
      found.push({ entry: { key, file: path.join(folder.file, name.encoded), isFolder: name.isFolder }, order: Buffer.from(key) });
    }
    return found.sort((a, b) => Buffer.compare(a.order, b.order)).map(({ entry }) => entry);
  }

  /** Names of a folder; those of a long part are put together again (`abc%~/def`). */
  async #names(folder: string, head: string): Promise<{ encoded: string; isFolder: boolean }[]> {
    const found: { encoded: string; isFolder: boolean }[] = [];
    for (const item of await readFolder(path.join(folder, head))) {
      if (item.isDirectory() && item.name.endsWith(GOES_ON)) found.push(...(await this.#names(folder, `${head}${item.name}/`)));
      else if (item.isDirectory() || item.isFile()) found.push({ encoded: head + item.name, isFolder: item.isDirectory() });
    }
    return found;
  }

  async #holdsObjects(folder: Entry): Promise<boolean> {
    for await (const entry of this.#walk(folder, { prefix: folder.key, startAfter: undefined })) return entry.key !== '';
    return false;
  }
}

/** No key below `folderKey` can come after `startAfter`. */
const isBehind = (folderKey: string, startAfter: string | undefined): boolean =>
  startAfter !== undefined && !startAfter.startsWith(folderKey) && byKeyOrder(folderKey, startAfter) < 0;

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
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
