import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../storage-faults.js';
import { type FoundStorage } from '../storage.js';
import { syncFolder } from './dir-sync.js';

const EXPLANATION =
  'This folder is a Vodkeep storage root. Without this file, Vodkeep assumes that its disk is not mounted.\n';
const ID = /^id: ([\da-f-]{36})$/m;

/**
 * The file `.vodkeep` in the root. It distinguishes a mounted root from an empty mount point. Its id distinguishes the
 * root from the root of another installation.
 */
export class StorageMarker {
  readonly #file: string;

  constructor(private readonly root: string) {
    this.#file = path.join(root, '.vodkeep');
  }

  /** Changes if the marker file is replaced; null if there is no marker. */
  async stamp(): Promise<string | null> {
    const file = await stat(this.#file).catch(() => null);
    return file && `${file.dev}/${file.ino}/${file.mtimeMs}`;
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

  /**
   * Writes the marker once and returns its id. It is synced to survive a power failure, because the installation stores
   * the id.
   */
  async write(): Promise<string> {
    const found = await this.read();
    if (found.kind === 'named') return found.id;
    const id = randomUUID();
    await createFolder(this.root);
    const temp = `${this.#file}.${process.pid}`;
    await writeSynced(temp, `${EXPLANATION}id: ${id}\n`);
    await rename(temp, this.#file);
    await syncFolder(this.root);
    return id;
  }
}

/** Creates parents one by one, because Node's recursive mkdir never returns below /proc (24.21). */
async function createFolder(folder: string): Promise<void> {
  if (
    await stat(folder).then(
      () => true,
      () => false,
    )
  )
    return;
  await createFolder(path.dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

async function writeSynced(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'w');
  await handle.writeFile(text);
  await handle.sync();
}
