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

/** What a VOD shall be called. Without `folder` its folder stays; one that was called as the VOD goes on being so. */
export interface WantedName {
  readonly name: string;
  readonly folder?: string | undefined;
}

/**
 * Renames VODs: rows in one transaction, then the library follows. Objects on storage have no names of ours, so nothing
 * can be half renamed.
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
   * @returns what it is called now: with a number where another VOD has the name
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

  /** Where a VOD would stand by that. */
  placeOf(vod: VodEntity, { name, folder }: WantedName): VodPlace {
    const place = this.names.place(vod, { name, folder: folder ?? '' });
    return folder === undefined && place.folder === ''
      ? { ...place, folder: numbered({ name: vod.basename, folder: vod.folder }, place.name).folder }
      : place;
  }

  private async take(vod: VodEntity, place: VodPlace, tx: Tx): Promise<void> {
    await this.rows.flip(vod, numbered(place, await this.names.free(place.name, vod.uuid, tx)), tx);
  }
}
