import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../storage-faults.js';
import { type FoundStorage } from '../storage.js';
import { syncFolder } from './dir-sync.js';

const EXPLANATION =
  'This folder is a Vodkeep storage root. Without this file it is taken for one whose disk is not mounted.\n';
const ID = /^id: ([\da-f-]{36})$/m;

/**
 * `.vodkeep` in the root: tells a mounted root from the empty folder below it, and by its id from the root of another
 * installation.
 */
export class StorageMarker {
  readonly #file: string;

  constructor(private readonly root: string) {
    this.#file = path.join(root, '.vodkeep');
  }

  /** The same while the same marker stands there; null where there is none. */
  async stamp(): Promise<string | null> {
    const there = await stat(this.#file).catch(() => null);
    return there && `${there.dev}/${there.ino}/${there.mtimeMs}`;
  }

  async read(): Promise<FoundStorage> {
    try {
      const id = ID.exec(await readFile(this.#file, 'utf8'))?.[1];
      return id === undefined ? { kind: 'unnamed' } : { kind: 'named', id };
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return { kind: 'none' };
      throw error;
    }
  }

  /** Once: whoever has written it must find it again after a power cut, as the installation knows the id from now on. */
  async write(): Promise<string> {
    const found = await this.read();
    if (found.kind === 'named') return found.id;
    const id = randomUUID();
    await makeFolder(this.root);
    const temp = `${this.#file}.${process.pid}`;
    await writeSynced(temp, `${EXPLANATION}id: ${id}\n`);
    await rename(temp, this.#file);
    await syncFolder(this.root);
    return id;
  }
}

/** Step by step: Node's own recursive mkdir never returns below /proc (24.21). */
async function makeFolder(folder: string): Promise<void> {
  if (
    await stat(folder).then(
      () => true,
      () => false,
    )
  )
    return;
  await makeFolder(path.dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

async function writeSynced(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'w');
  await handle.writeFile(text);
  await handle.sync();
}
