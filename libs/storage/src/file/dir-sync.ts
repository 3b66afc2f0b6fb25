import { open } from 'node:fs/promises';
import { type AppError } from '#libs/errors';
import { codeOf } from '../storage-faults.js';
import { type FileSettings } from '../storage.js';
import { fileFault } from './file-fault.js';

/** Window in which a power cut may lose new names (docs/operate/storage.md). */
const BATCH_MS = 5000;

/** Makes new names outlive a power cut: a rename is on the disk only when its folder was synced too. */
export class DirSync {
  readonly #dirty = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #failure: AppError | null = null;

  constructor(private readonly mode: FileSettings['sync']) {}

  /** @throws what the last batch failed with: a disk that cannot keep names must not look well */
  async changed(folders: readonly string[]): Promise<void> {
    if (this.mode === 'off') return;
    for (const folder of folders) this.#dirty.add(folder);
    if (this.mode === 'each') return this.flush();
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => {
        this.#failure = fileFault(error, 'folder');
      });
    }, BATCH_MS).unref();
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  }

  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const folders = [...this.#dirty];
    this.#dirty.clear();
    await Promise.all(folders.map(syncFolder));
  }
}

/** Makes the names in a folder outlive a power cut. One that was removed since has none. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Emptied and removed since; or a file system that has no sync of folders and says so (some network shares).
    if (!['ENOENT', 'EINVAL', 'ENOTSUP'].includes(codeOf(error))) throw error;
  }
}
