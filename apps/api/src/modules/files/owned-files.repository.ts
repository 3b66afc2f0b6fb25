import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Transactions } from '../../db/tx.js';
import { clipBeside } from '../clip/clip-place.js';
import { ClipEntity } from '../clip/clip.entity.js';
import { FileEntity } from '../vod/file.entity.js';

/** Which files of the library folder belong to something. */
@Injectable()
export class OwnedFiles {
  constructor(private readonly transactions: Transactions) {}

  /** @param libraryPath below the library folder, `/` between */
  async has(libraryPath: string): Promise<boolean> {
    const [file, clip, chats] = await Promise.all([
      this.transactions.plain.existsBy(FileEntity, { libraryPath, deleted: false }),
      this.transactions.plain.existsBy(ClipEntity, {
        libraryPath: In([libraryPath, clipBeside(libraryPath)?.clip ?? libraryPath]),
      }),
      this.transactions.plain.query<unknown[]>(
        `SELECT 1 FROM vod WHERE chat -> 'file' ->> 'libraryPath' = $1 OR downloaded_chat ->> 'libraryPath' = $1 LIMIT 1`,
        [libraryPath],
      ),
    ]);
    return file || clip || chats.length > 0;
  }
}
