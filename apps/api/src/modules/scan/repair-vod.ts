import { Injectable } from '@nestjs/common';
import { UiBell } from '../../platform/messaging/ui-bell.js';
import { PartRows } from '../../recordings/part-rows.js';
import { LibraryLinks } from '../../library/library-links.js';
import { SpaceRepository } from '../../persistence/repositories/space.repository.js';
import { FileWatch } from '../vod/file-watch.js';
import { isBeingRecorded } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { type VodInventory } from './vod-inventory.js';

/** Brings a VOD that Postgres knows to what lies on storage of it. */
@Injectable()
export class RepairVod {
  constructor(
    private readonly vods: VodRepository,
    private readonly files: FileWatch,
    private readonly links: LibraryLinks,
    private readonly partRows: PartRows,
    private readonly space: SpaceRepository,
    private readonly bell: UiBell,
  ) {}

  /** @returns whether anything was not as its row said */
  async run(vod: VodEntity, stored: VodInventory): Promise<boolean> {
    const files = await this.vods.files([vod.uuid]);
    const isOff = files.some((f) => stored.files.has(f.key) !== (f.missingSince === null));
    const changed = isOff ? await this.files.look(vod.uuid) : 0;
    // Parts that no event told of; a VOD that is being recorded is reconciled every second.
    if (stored.hasParts && !vod.segmentsGone && !isBeingRecorded(vod)) await this.partRows.read(vod);
    await this.links.follow(vod.uuid);
    await this.space.note(vod, stored.bytes);
    if (changed > 0) this.bell.ring('channel', vod.channelUuid);
    return changed > 0;
  }
}
