import { type VodPlace } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { type Tx } from '../persistence/database/tx.js';
import { type FileEntity } from '../persistence/entities/file.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { LibraryLinks } from './library-links.js';
import { NameRepository } from '../persistence/repositories/name.repository.js';
import { isBusy } from '../vods/is-converting.js';

/**
 * Changes the rows of a rename. All methods run in the transaction of the caller, who holds the row lock and saves the
 * VOD.
 */
@Injectable()
export class RenamedRows {
  constructor(
    private readonly names: NameRepository,
    private readonly vods: VodRepository,
    private readonly links: LibraryLinks,
  ) {}

  /** Whether a process makes files under the VOD's name, or is about to. */
  async isBusy(vod: VodEntity, tx: Tx): Promise<boolean> {
    return isBusy(vod) || this.names.isInUse(vod.uuid, tx);
  }

  async saveName(vod: VodEntity, { name, folder }: VodPlace, tx: Tx): Promise<void> {
    for (const [n, file] of (await this.vods.allFiles([vod.uuid], tx)).entries())
      await this.vods.changeFile(file.id, { basename: renamedFile(file, { before: vod.basename, now: name, n }) }, tx);
    vod.basename = name;
    vod.folder = folder;
    await this.links.markDue(vod.uuid, tx);
  }
}

/** Retains the part behind the old VOD name. A file with another name gets the new VOD name. */
function renamedFile(
  { basename }: FileEntity,
  { before, now, n }: { readonly before: string; readonly now: string; readonly n: number },
): string {
  if (basename.startsWith(before)) return now + basename.slice(before.length);
  return `${now}${n === 0 ? '' : `-${n + 1}`}${basename.slice(basename.lastIndexOf('.'))}`;
}
