import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, objectMissing } from '../storage-faults.js';
import { type ByteRange, type LibraryFile, type ReadResult } from '../storage.js';
import { fileFault } from './file-fault.js';
import { readRange } from './read-range.js';

interface Options {
  readonly fileOf: (at: string) => string;
  /** Throws if the root's disk is not mounted. */
  readonly mustBeMounted: () => Promise<void>;
}

/**
 * Reads the files of the library folder, whether Vodkeep or the operator put them there. Links to other places are not
 * part of the library.
 */
export class LibraryFiles {
  constructor(
    private readonly root: string,
    private readonly options: Options,
  ) {}

  async *list(folder: string): AsyncGenerator<LibraryFile, void, undefined> {
    for (const entry of await this.#entries(folder)) {
      const at = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(at);
      const file = entry.isFile() ? await this.head(at) : null;
      if (file) yield file;
    }
  }

  async head(at: string): Promise<LibraryFile | null> {
    const file = this.options.fileOf(at);
    const stat = await lstat(file).catch(orNull(file));
    if (!stat) await this.options.mustBeMounted();
    return stat?.isFile() === true ? { path: at, sizeBytes: stat.size, modifiedAt: stat.mtime } : null;
  }

  async get(at: string, range: ByteRange = { start: 0 }, signal?: AbortSignal): Promise<ReadResult> {
    signal?.throwIfAborted();
    const file = this.options.fileOf(at);
    const handle = (await this.#isInside(path.dirname(file)))
      ? await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(orNull(file))
      : null;
    if (!handle) await this.options.mustBeMounted();
    if (!handle || !(await handle.stat()).isFile()) {
      await handle?.close();
      throw objectMissing(at);
    }
    return readRange(handle, { key: at, range, signal });
  }

  /** Whether the folder is inside the library, also after resolving symbolic links. */
  async #isInside(folder: string): Promise<boolean> {
    const root = await realpath(this.root).catch(() => this.root);
    const real = await realpath(folder).catch(orNull(folder));
    return real !== null && `${real}${path.sep}`.startsWith(`${root}${path.sep}`);
  }

  async #entries(folder: string) {
    try {
      const entries = await readdir(this.options.fileOf(folder), { withFileTypes: true });
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) {
        await this.options.mustBeMounted();
        return [];
      }
      throw fileFault(error, this.options.fileOf(folder));
    }
  }
}

const orNull =
  (where: string) =>
  (error: unknown): null => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return null;
    throw fileFault(error, where);
  };
