import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chatChunkName, decodeChat, encodeChatRecord } from '#libs/contracts';
import { type Log } from '#libs/service-kit';
import { type Spool } from '../store/spool.js';
import { WAL_FOLDER, walPlaceOf } from './chat-wal.js';

/**
 * Turns the unfinished chunks of an earlier process into chunks in the spool; the spool recovery then stores them. Must
 * be created before the first capture: it lists the files at that moment, so all of them belong to an earlier process.
 */
export class ChatRecovery {
  private readonly folder: string;
  private readonly names: readonly string[];

  constructor(
    private readonly spool: Pick<Spool, 'dir' | 'write'>,
    private readonly log: Log,
  ) {
    this.folder = join(spool.dir, WAL_FOLDER);
    this.names = existsSync(this.folder) ? readdirSync(this.folder) : [];
  }

  /**
   * Recovers all files. A file that cannot be read stays for the next start. Never rejects.
   * @returns number of records found
   */
  async run(): Promise<number> {
    let records = 0;
    for (const name of this.names) {
      await this.recover(name).then(
        (found) => {
          records += found;
        },
        (error: unknown) => {
          this.log.failure('chat of an earlier run not readable yet', error, { file: name });
        },
      );
    }
    if (records > 0) this.log.info('recovered chat of an earlier run', { records });
    return records;
  }

  /** The last line may be torn; it is skipped. */
  private async recover(name: string): Promise<number> {
    const place = walPlaceOf(name);
    if (!place) return 0;
    const path = join(this.folder, name);
    const { records } = decodeChat(await readFile(path, 'utf8'));
    if (records.length > 0) {
      const stamps = records.map((r) => r.at);
      const key = `${place.folder}${chatChunkName({ n: place.n, firstAt: Math.min(...stamps), lastAt: Math.max(...stamps), count: records.length })}`;
      (await this.spool.write(key, Buffer.from(records.map(encodeChatRecord).join('')))).leave();
    }
    await rm(path, { force: true });
    return records.length;
  }
}
