import { messageOf } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../core/ui-bell.js';
import { type Tx } from '../db/tx.js';
import { type FileEntity } from '../modules/vod/file.entity.js';
import { DueObjects } from './due-objects.js';

/** What a new conversion replaces: it counts until it is gone, and goes at once. */
@Injectable()
export class ReplacedFiles {
  private readonly log = new Logger('converting');

  constructor(
    private readonly due: DueObjects,
    private readonly bell: UiBell,
  ) {}

  /** In the transaction that replaces them. @returns their objects, for {@link drop} after the commit */
  async note(before: readonly FileEntity[], made: readonly Partial<FileEntity>[], tx: Tx): Promise<string[]> {
    const kept = new Set(made.map(({ key }) => key));
    const keys: string[] = [];
    for (const file of before)
      if (!file.deleted && !kept.has(file.key))
        keys.push(...(await this.due.noteFile(file, { keepsPicture: false }, tx)));
    return keys;
  }

  /** What cannot be deleted now is tried again by the sweeper. */
  async drop(vodUuid: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    try {
      await this.due.delete(keys);
      this.bell.ring('vod', vodUuid);
    } catch (thrown) {
      this.log.warn(`a replaced file of ${vodUuid} stays for now: ${messageOf(thrown)}`);
    }
  }
}
