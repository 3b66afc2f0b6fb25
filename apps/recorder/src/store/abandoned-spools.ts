import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Leases } from '#libs/bus';
import { messageOf } from '#libs/errors';
import { type Log } from '#libs/service-kit';
import { WAL_FOLDER } from '../chat/chat-wal.js';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './spool.js';

export interface AbandonedSpoolsPorts {
  /** Folder with a spool folder for each recorder. */
  readonly root: string;
  /** Name of this recorder. */
  readonly recorder: string;
  readonly leases: Pick<Leases, 'all'>;
  readonly log: Log;
  /** Stores everything in a spool folder. Resolves early if the signal aborts. */
  readonly recover: (dir: string, signal: AbortSignal) => Promise<void>;
}

/** ms: interval at which a recorder marks its spool as used and looks for abandoned ones. */
export const CHECK_SPOOLS_MS = 3000;
/** ms without a mark, after which a spool is abandoned if its recorder also holds no lease. */
const ABANDONED_MS = 15_000;

export const spoolFolderOf = (recorder: string): string => encodeURIComponent(recorder);
const markOf = (folder: string): string => `${folder}.alive`;

/**
 * Stores the spools of recorders that do not come back under their name: a container with a new id, or a machine with
 * fewer recorders than before. A recorder marks its own spool, and those that it is storing, with a file beside the
 * folder. Two recorders that store the same spool do no harm: they put the same bytes at the same keys.
 */
export class AbandonedSpools {
  private readonly adopted = new Map<string, Promise<void>>();
  private lastFault = '';

  constructor(private readonly ports: AbandonedSpoolsPorts) {}

  /** Renews the marks, and starts to store each spool that is abandoned now. Never rejects. */
  async check(signal: AbortSignal): Promise<void> {
    try {
      const now = await this.mark();
      const abandoned = await this.abandonedAt(now);
      if (abandoned.length === 0) return;
      const held = new Set((await this.ports.leases.all()).map(({ value }) => spoolFolderOf(value.recorder)));
      for (const folder of abandoned) if (!held.has(folder) && !signal.aborted) this.adopt(folder, signal);
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== this.lastFault) this.ports.log.warn('spools of other recorders not checked', { reason });
      this.lastFault = reason;
    }
  }

  /** Resolves when no adopted spool is being stored any more. */
  async settled(): Promise<void> {
    await Promise.all(this.adopted.values());
  }

  /** @returns now by the clock of the file system, ms since the Unix epoch */
  private async mark(): Promise<number> {
    const { root, recorder } = this.ports;
    await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER });
    for (const folder of [spoolFolderOf(recorder), ...this.adopted.keys()])
      await writeFile(join(root, markOf(folder)), '', { mode: PRIVATE_FILE });
    return (await stat(join(root, markOf(spoolFolderOf(recorder))))).mtimeMs;
  }

  private async abandonedAt(now: number): Promise<string[]> {
    const { root, recorder } = this.ports;
    const abandoned: string[] = [];
    for (const entry of await readdir(root, { withFileTypes: true })) {
      const { name } = entry;
      if (!entry.isDirectory() || name === spoolFolderOf(recorder) || this.adopted.has(name)) continue;
      // A recorder of an earlier version sets no mark, but its folder changes while it spools.
      const signs = await Promise.all([markOf(name), name].map((file) => changedAt(join(root, file))));
      if (now - Math.max(...signs) >= ABANDONED_MS) abandoned.push(name);
    }
    return abandoned;
  }

  private adopt(folder: string, signal: AbortSignal): void {
    const { root, recover, log } = this.ports;
    const dir = join(root, folder);
    const work = recover(dir, signal)
      .then(() => removeEmpty(dir))
      .then((isEmpty) => (isEmpty ? rm(join(root, markOf(folder)), { force: true }) : undefined))
      .catch((error: unknown) => {
        log.failure('spool of another recorder not stored', error, { folder });
      })
      .finally(() => {
        this.adopted.delete(folder);
      });
    this.adopted.set(folder, work);
  }
}

/** @returns 0 if there is no such file */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** @returns false if something is left in the folder */
async function removeEmpty(dir: string): Promise<boolean> {
  await rmdir(join(dir, WAL_FOLDER)).catch(() => undefined);
  return rmdir(dir).then(
    () => true,
    () => false,
  );
}
