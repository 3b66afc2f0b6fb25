import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../../platform/for-each-collecting-errors.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { kindOf } from './object-kind.js';
import { SpaceRepository } from '../../persistence/repositories/space.repository.js';

const COUNT_INTERVAL_MS = 60_000;
const BATCH_SIZE = 50;
/** All folders of a VOD except its segments, which are many and are counted by their rows. */
const FOLDERS = ['chat/', 'files/', 'manifest/', 'thumbs/', 'timeline/'] as const;
const PART_FOLDERS = ['c/', 'j/'] as const;

/** Measures the small objects of each VOD after it has changed and is no longer being recorded. Runs on one API. */
@Injectable()
export class VodSpaceCounter {
  constructor(
    scheduler: Scheduler,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly space: SpaceRepository,
  ) {
    scheduler.every('storage-use', COUNT_INTERVAL_MS, () => this.run());
  }

  async run(): Promise<void> {
    await forEachCollectingErrors(await this.space.due(BATCH_SIZE), (vod) => this.list(vod));
  }

  private async list(vod: VodEntity): Promise<void> {
    const prefix = objectKeys.vod(vod.uuid);
    const folders: string[] = [...FOLDERS];
    for await (const part of this.storage.names(objectKeys.parts(vod.uuid))) {
      folders.push(...PART_FOLDERS.map((folder) => `parts/${part}${folder}`));
      for await (const rendition of this.storage.names(`${objectKeys.parts(vod.uuid)}${part}r/`))
        folders.push(`parts/${part}r/${rendition}j/`);
    }
    const bytes = { segments: vod.bytes, files: 0, chat: 0, other: 0 };
    for (const folder of folders)
      for await (const { key, sizeBytes } of this.storage.list(prefix + folder))
        bytes[kindOf(key.slice(prefix.length))] += sizeBytes;
    await this.space.record(vod, bytes);
  }
}
