import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeys } from '#libs/contracts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../store/spool.js';

/**
 * The folder of these files inside the spool's folder. The spool ignores it, because it is not a valid spool file name.
 */
export const WAL_FOLDER = 'chat-wal';

/** The chunk whose start a file holds: chunk `n` of a storage folder, whose key ends in `/`. */
export interface WalPlace {
  readonly folder: string;
  readonly n: number;
}

export const walName = ({ folder, n }: WalPlace): string => `${encodeURIComponent(folder)}~${n}.ndjson`;

const NAME = /^(.+)~(\d+)\.ndjson$/;
/** File names from when only recordings had chat: `<vod>~<part>~<n>.ndjson`. */
const OLD_FOLDER = /^([^~]+)~([^~]+)$/;

/** @returns null if the file is not a WAL file */
export function walPlaceOf(name: string): WalPlace | null {
  const [, folder, n] = NAME.exec(name) ?? [];
  if (folder === undefined) return null;
  const [, vod, part] = OLD_FOLDER.exec(folder) ?? [];
  if (vod !== undefined && part !== undefined) return { folder: objectKeys.chat(vod, part), n: Number(n) };
  try {
    return { folder: decodeURIComponent(folder), n: Number(n) };
  } catch {
    return null;
  }
}

/**
 * Write-ahead log on the local disk of the chunk that is being filled. A killed recorder leaves it, and stores it at
 * the next start. Written without fsync: it survives a kill, but a power cut loses the last seconds. Each chunk has one
 * file; it is deleted when the chunk is stored or in the spool.
 */
export class ChatWal {
  private tail: Promise<unknown> = Promise.resolve();
  private isBroken = false;

  /**
   * @param dir folder of the spool
   * @param onFault called once per series of failures; chat continues without its local copy
   */
  constructor(
    private readonly dir: string,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Appends in the order of the calls. */
  append(place: WalPlace, bytes: Buffer): void {
    this.then(async () => {
      const folder = join(this.dir, WAL_FOLDER);
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await appendFile(join(folder, walName(place)), bytes, { mode: PRIVATE_FILE });
      this.isBroken = false;
    });
  }

  remove(place: WalPlace): void {
    this.then(() => rm(join(this.dir, WAL_FOLDER, walName(place)), { force: true }));
  }

  /** Resolves when all requested work is done. Never rejects. */
  async settled(): Promise<void> {
    await this.tail;
  }

  private then(work: () => Promise<void>): void {
    this.tail = this.tail.then(work).catch((error: unknown) => {
      if (!this.isBroken) this.onFault(error);
      this.isBroken = true;
    });
  }
}
