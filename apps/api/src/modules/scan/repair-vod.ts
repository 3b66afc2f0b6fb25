import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { PartRows } from '../../recordings/part-rows.js';
import { LibraryLinks } from '../../library/library-links.js';
import { SpaceRepository } from '../../persistence/repositories/space.repository.js';
import { MissingFiles } from '../vod/missing-files.js';
import { isBeingRecorded } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { type VodInventory } from './vod-inventory.js';

/** Updates the rows of a known VOD to the objects that exist on storage. */
@Injectable()
export class RepairVod {
  constructor(
    private readonly vods: VodRepository,
    private readonly files: MissingFiles,
    private readonly links: LibraryLinks,
    private readonly partRows: PartRows,
    private readonly space: SpaceRepository,
    private readonly notifier: UiNotifier,
  ) {}

  /** @returns whether a row differed from storage */
  async run(vod: VodEntity, stored: VodInventory): Promise<boolean> {
    const files = await this.vods.files([vod.uuid]);
    const isOff = files.some((f) => stored.files.has(f.key) !== (f.missingSince === null));
    const changed = isOff ? await this.files.check(vod.uuid) : 0;
    // Reads parts that no event reported. A VOD that is being recorded is reconciled every second anyway.
    if (stored.hasParts && !vod.segmentsGone && !isBeingRecorded(vod)) await this.partRows.read(vod);
    await this.links.follow(vod.uuid);
    await this.space.record(vod, stored.bytes);
    if (changed > 0) this.notifier.notify('channel', vod.channelUuid);
    return changed > 0;
  }
}
