import { randomUUID } from 'node:crypto';
import { type Stats } from 'node:fs';
import { chmod, copyFile, link, mkdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { BugError } from '#libs/errors';
import { codeOf, objectMissing } from '../storage-faults.js';
import { type ByteRange, type Library, type LibraryFile, type LibraryPlace, type ReadResult } from '../storage.js';
import { fileFault } from './file-fault.js';
import { LibraryFiles } from './library-files.js';
import { NO_LINKS } from './no-links.js';
import { safeFolder, safeName } from './safe-name.js';

/** Permission bits of a file that nobody executes. */
const READ_AND_WRITE = 0o666;

/** Retries after another process removed the folder or took the path between two steps. */
const MAX_RETRIES = 3;

interface Options {
  readonly fileOf: (key: string) => string;
  readonly temp: string;
  /**
   * Throws if the root's disk is not mounted or another disk is mounted. Then a missing file proves nothing, and
   * nothing may be created below the root.
   */
  readonly mustBeMounted: () => Promise<void>;
}

/** The library of a folder storage: hard links to the objects, or copies on a file system without links. */
export class FileLibrary implements Library {
  readonly #files: LibraryFiles;

  constructor(
    private readonly root: string,
    private readonly options: Options,
  ) {
    this.#files = new LibraryFiles(root, { fileOf: (at) => this.#file(at), mustBeMounted: options.mustBeMounted });
  }

  list(folder: string): AsyncGenerator<LibraryFile, void, undefined> {
    return this.#files.list(folder);
  }

  head(at: string): Promise<LibraryFile | null> {
    return this.#files.head(at);
  }

  get(at: string, range?: ByteRange, signal?: AbortSignal): Promise<ReadResult> {
    return this.#files.get(at, range, signal);
  }

  async publish(key: string, place: LibraryPlace, replaces?: string): Promise<string> {
    for (let n = 1; ; n += 1) {
      const at = this.pathOf(place, n);
      if (!(await this.#publishAt(key, at, at === replaces))) continue;
      if (replaces !== undefined && replaces !== at) await this.remove(replaces);
      return at;
    }
  }

  pathOf({ channel, folder = '', name }: LibraryPlace, n = 1): string {
    const folders = [channel, ...folder.split('/').filter((part) => part !== '')].map(safeFolder);
    return [...folders, numbered(safeName(name), n)].join('/');
  }

  async stateOf(at: string, key: string): Promise<'free' | 'ours' | 'other'> {
    const existing = await stat(this.#file(at)).catch(() => null);
    if (!existing) {
      await this.options.mustBeMounted();
      return 'free';
    }
    const original = await stat(this.options.fileOf(key)).catch(() => null);
    return original && isSame(existing, original) ? 'ours' : 'other';
  }

  link(key: string, at: string): Promise<boolean> {
    return this.#publishAt(key, at, false);
  }

  async remove(at: string): Promise<void> {
    const file = this.#file(at);
    await this.options.mustBeMounted();
    await rm(file, { force: true }).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOTDIR') throw fileFault(error, file);
    });
    for (let folder = path.dirname(file); folder.startsWith(this.root + path.sep); folder = path.dirname(folder)) {
      const isEmpty = await rmdir(folder).then(
        () => true,
        (error: unknown) => codeOf(error) === 'ENOENT',
      );
      if (!isEmpty) return;
    }
  }

  #file(at: string): string {
    const file = path.resolve(this.root, at);
    if (!file.startsWith(this.root + path.sep))
      throw new BugError('bad-library-path', 'A library path leads outside the library.', { data: { at } });
    return file;
  }

  /** @returns false if another file has this path and may not be replaced */
  async #publishAt(key: string, at: string, mayReplace: boolean): Promise<boolean> {
    const source = this.options.fileOf(key);
    const target = this.#file(at);
    for (let retries = 0; ; retries += 1) {
      try {
        await this.options.mustBeMounted();
        await mkdir(path.dirname(target), { recursive: true });
        return await this.#linkOrReplace(source, target, mayReplace);
      } catch (error) {
        const isGone = codeOf(error) === 'ENOENT' && !(await stat(source).catch(() => null));
        if (isGone) {
          await this.options.mustBeMounted();
          throw objectMissing(key);
        }
        // Another process removed the empty folder or took the path.
        if (!['ENOENT', 'ENOTDIR', 'EEXIST'].includes(codeOf(error)) || retries === MAX_RETRIES)
          throw fileFault(error, target);
      }
    }
  }

  async #linkOrReplace(source: string, target: string, mayReplace: boolean): Promise<boolean> {
    const original = await stat(source);
    const existing = await stat(target).catch(() => null);
    if (existing && isSame(existing, original)) return true;
    if (existing && !mayReplace) return false;
    await openToReaders(source, path.dirname(target));
    if (!existing && (await linkNew(source, target))) return true;
    const temp = path.join(this.options.temp, `library-${randomUUID()}`);
    try {
      await linkOrCopy(source, temp);
      await rename(temp, target);
    } finally {
      await rm(temp, { force: true });
    }
    return true;
  }
}

/**
 * Whether the existing file is a link to the same file, or a copy (on file systems without links), compared by size and
 * modification time.
 */
function isSame(existing: Stats, original: Stats): boolean {
  const isCopy =
    existing.nlink === 1 && existing.size === original.size && Math.abs(existing.mtimeMs - original.mtimeMs) < 2000;
  return (existing.ino === original.ino && existing.dev === original.dev) || isCopy;
}

/**
 * Objects are closed to other users; a published one may be read by those who may read its folder. Some network shares
 * have no modes.
 */
async function openToReaders(source: string, folder: string): Promise<void> {
  const { mode } = await stat(folder);
  await chmod(source, mode & READ_AND_WRITE).catch(() => undefined);
}

/**
 * Creates a link at a free path. Fails with EEXIST if another process has taken the path.
 * @returns false if links are not available
 */
async function linkNew(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    if (NO_LINKS.includes(codeOf(error))) return false;
    throw error;
  }
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    await copyFile(source, target);
    // Copies are recognised by size and time when the same file is published again.
    const { atime, mtime } = await stat(source);
    await utimes(target, atime, mtime);
  }
}

function numbered(name: string, n: number): string {
  if (n === 1) return name;
  const { name: stem, ext } = path.parse(name);
  return `${stem} (${n})${ext}`;
}
