import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKeys } from '#libs/contracts';

/** The folder of these files inside a spool's folder; the spool passes it over, since no object key is called so. */
export const WAL_FOLDER = 'chat-wal';

/** Which chunk a file holds the beginning of: the `n`th below a folder of storage, whose key ends in `/`. */
export interface WalPlace {
  readonly folder: string;
  readonly n: number;
}

export const walName = ({ folder, n }: WalPlace): string => `${encodeURIComponent(folder)}~${n}.ndjson`;

const NAME = /^(.+)~(\d+)\.ndjson$/;
/** As files were called when only recordings had chat: `<vod>~<part>~<n>.ndjson`. */
const OLD_FOLDER = /^([^~]+)~([^~]+)$/;

/** @returns null for a file that is none of ours */
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
 * The chunk of chat that is being filled, on the local disk: what a killed recorder leaves, and brings to storage when
 * it starts again. Written without a sync: it outlives a kill, and after a power cut the last seconds are gone. One
 * file for each chunk; it goes when the chunk is stored or lies in the spool.
 */
export class ChatWal {
  private tail: Promise<unknown> = Promise.resolve();
  private isBroken = false;

  /** @param dir folder of the spool @param onFault said once: chat goes on without its copy */
  constructor(
    private readonly dir: string,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** In the order of the calls. */
  append(place: WalPlace, bytes: Buffer): void {
    this.then(async () => {
      const folder = join(this.dir, WAL_FOLDER);
      await mkdir(folder, { recursive: true });
      await appendFile(join(folder, walName(place)), bytes);
      this.isBroken = false;
    });
  }

  remove(place: WalPlace): void {
    this.then(() => rm(join(this.dir, WAL_FOLDER, walName(place)), { force: true }));
  }

  /** Everything asked for so far is done. Never rejects. */
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
