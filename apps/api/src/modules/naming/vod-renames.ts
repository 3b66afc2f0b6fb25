import { UserError } from '#libs/errors';
import { type VodPlace } from '#libs/domain';
import { message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../../persistence/database/tx.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { LibraryLinks } from '../../library/library-links.js';
import { RenamedRows } from '../../library/renamed-rows.js';
import { numbered, VodNames } from '../../library/vod-names.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';

/**
 * The new name of a VOD. Without `folder` the VOD keeps its folder; a folder with the name of the VOD is renamed with
 * it.
 */
export interface WantedName {
  readonly name: string;
  readonly folder?: string | undefined;
}

/**
 * Renames VODs: the rows in one transaction, then the library. Object keys do not contain names, so a VOD is never
 * partly renamed.
 */
@Injectable()
export class VodRenames {
  private readonly log = new Logger('naming');

  constructor(
    private readonly writer: VodWriter,
    private readonly names: VodNames,
    private readonly rows: RenamedRows,
    private readonly links: LibraryLinks,
  ) {}

  /**
   * @returns the new name, with a number if another VOD has the name
   * @throws UserError `vod-missing` (404), `vod-busy` (409)
   */
  async rename(vodUuid: string, wanted: WantedName): Promise<string> {
    let before = '';
    const vod = await this.writer.update(
      vodUuid,
      () => true,
      async (row, tx) => {
        if (await this.rows.isBusy(row, tx))
          throw new UserError(message('error.vod-busy.rename', { name: row.basename }), { status: 409 });
        before = row.basename;
        await this.take(row, this.placeOf(row, wanted), tx);
      },
    );
    if (!vod) throw VOD_MISSING();
    if (vod.basename !== before) this.log.log(`${before}: renamed to ${vod.basename}`);
    await this.links.follow(vodUuid);
    return vod.basename;
  }

  /** Returns the name and folder that the VOD would get. */
  placeOf(vod: VodEntity, { name, folder }: WantedName): VodPlace {
    const place = this.names.place(vod, { name, folder: folder ?? '' });
    return folder === undefined && place.folder === ''
      ? { ...place, folder: numbered({ name: vod.basename, folder: vod.folder }, place.name).folder }
      : place;
  }

  private async take(vod: VodEntity, place: VodPlace, tx: Tx): Promise<void> {
    await this.rows.saveName(vod, numbered(place, await this.names.freeNameFor(place.name, vod.uuid, tx)), tx);
  }
}
