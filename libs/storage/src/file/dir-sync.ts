import { open } from 'node:fs/promises';
import { type AppError, isAppError } from '#libs/errors';
import { codeOf } from '../storage-faults.js';
import { type FileSettings } from '../storage.js';
import { fileFault } from './file-fault.js';

/** Window in which a power failure may lose new names (docs/operate/storage.md). */
const BATCH_WINDOW_MS = 5000;

/** Makes new names survive a power failure: a rename is on disk only after its folder is synced too. */
export class DirSync {
  readonly #dirty = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #failure: AppError | null = null;

  constructor(private readonly mode: FileSettings['sync']) {}

  /** @throws the error of the last batch, so that a disk that cannot store names does not appear healthy */
  async changed(folders: readonly string[]): Promise<void> {
    if (this.mode === 'off') return;
    for (const folder of folders) this.#dirty.add(folder);
    if (this.mode === 'each') return this.flush();
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => {
        this.#failure = isAppError(error) ? error : null;
      });
    }, BATCH_WINDOW_MS).unref();
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  }

  /** @throws AppError that names the folder */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const folders = [...this.#dirty];
    this.#dirty.clear();
    await Promise.all(
      folders.map((folder) =>
        syncFolder(folder).catch((error: unknown) => {
          throw fileFault(error, folder);
        }),
      ),
    );
  }
}

/** Makes the names in a folder survive a power failure. Ignores a folder that has been removed since. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // The folder was emptied and removed, or the file system does not support folder sync (some network shares).
    if (!['ENOENT', 'EINVAL', 'ENOTSUP'].includes(codeOf(error))) throw error;
  }
}
