import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { BugError } from '#libs/errors';
import { codeOf } from '../code-of.js';
import { objectMissing } from '../range.js';
import { type Library, type LibraryPlace } from '../storage.js';
import { fileFault } from './file-fault.js';
import { safeName } from './safe-name.js';

/** What link(2) says where a file system has no links, or not between these two folders, or not so many. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS'];

interface Options {
  readonly fileOf: (key: string) => string;
  readonly temp: string;
}

export class FileLibrary implements Library {
  constructor(private readonly root: string, private readonly options: Options) {}

  async publish(key: string, { channel, name }: LibraryPlace, replaces?: string): Promise<string> {
    const source = this.options.fileOf(key);
    const folder = safeName(channel);
    try {
      await mkdir(path.join(this.root, folder), { recursive: true });
      for (let n = 1; ; n += 1) {
        const at = `${folder}/${numbered(safeName(name), n)}`;
        const free = await this.#take(source, at, at === replaces);
        if (!free) continue;
        if (replaces !== undefined && replaces !== at) await this.remove(replaces);
        return at;
      }
    } catch (error) {
      const gone = codeOf(error) === 'ENOENT' && !(await stat(source).catch(() => null));
      throw gone ? objectMissing(key) : fileFault(error, path.join(this.root, folder));
    }
  }

  async remove(at: string): Promise<void> {
    const file = path.resolve(this.root, at);
    if (!file.startsWith(this.root + path.sep)) throw new BugError('bad-library-path', 'A path of the library leads out of it.', { data: { at } });
    await rm(file, { force: true }).catch((error: unknown) => { throw fileFault(error, file); });
    await rmdir(path.dirname(file)).catch(() => undefined);
  }

  /** @returns false when another file has the place and may not be replaced */
  async #take(source: string, at: string, mayReplace: boolean): Promise<boolean> {
    const target = path.join(this.root, at);
    const wanted = await stat(source);
    const there = await stat(target).catch(() => null);
    if (there) {
      const sameLink = there.ino === wanted.ino && there.dev === wanted.dev;
      const sameCopy = there.size === wanted.size && Math.abs(there.mtimeMs - wanted.mtimeMs) < 2000;
      if (sameLink || sameCopy) return true;
      if (!mayReplace) return false;
    }
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

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    await copyFile(source, target);
    // By size and time a copy is known again when the same file is published once more.
    const { atime, mtime } = await stat(source);
    await utimes(target, atime, mtime);
  }
}

function numbered(name: string, n: number): string {
  if (n === 1) return name;
  const { name: stem, ext } = path.parse(name);
  return `${stem} (${n})${ext}`;
}
