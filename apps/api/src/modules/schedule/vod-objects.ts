import { objectKeys, renditionPath } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { type VodCheck } from '../../persistence/repositories/file-check.repository.js';
import { PartReader } from '../../vods/part-reader.js';
import { objectOfKey, type StoredObject } from './stored-object.js';

/** The objects of a VOD without rows of their own: segments, init sections, chat, and files beside the video. */
@Injectable()
export class VodObjects {
  constructor(
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'list'>,
    private readonly parts: PartReader,
  ) {}

  /** Objects of parts after a key, in the order of their keys. */
  async *ofParts(vodUuid: string, after: string, signal: AbortSignal): AsyncGenerator<StoredObject, void, undefined> {
    const from = after === '' ? {} : { startAfter: after };
    for await (const { key } of this.storage.list(objectKeys.parts(vodUuid), { ...from, signal })) {
      const object = objectOfKey(key);
      if (object) yield object;
    }
  }

  /** Segments that the journals name and that are not on storage. */
  async *missing(vodUuid: string): AsyncGenerator<StoredObject, void, undefined> {
    for (const partId of await this.parts.partIds(vodUuid)) {
      const records = await this.parts.journal(vodUuid, partId);
      const part = records.find((record) => record.t === 'part');
      const beside = [...(part?.renditions ?? []), ...(part?.subtitles ?? [])];
      for (const path of [partId, ...beside.map(({ id }) => renditionPath(partId, id))])
        yield* this.missingOf(vodUuid, path);
    }
  }

  private async *missingOf(vodUuid: string, path: string): AsyncGenerator<StoredObject, void, undefined> {
    const missing = await this.parts.journalled(vodUuid, path);
    const prefix = objectKeys.segments(vodUuid, path);
    for await (const { key } of this.storage.list(prefix)) missing.delete(key.slice(prefix.length));
    for (const name of missing) {
      const object = objectOfKey(`${prefix}${name}`);
      if (object) yield object;
    }
  }
}

/** Finished chats and files beside the video, with the checksums that an earlier pass found. */
export function besideVideo(
  { chat, downloadedChat, sideFiles }: Pick<VodEntity, 'chat' | 'downloadedChat' | 'sideFiles'>,
  crcs: VodCheck['crcs'],
): StoredObject[] {
  return [chat?.file ?? null, downloadedChat, ...sideFiles]
    .filter((file) => file !== null)
    .map(({ key, sizeBytes }) => ({
      key,
      name: key.slice(key.indexOf('/', key.indexOf('/') + 1) + 1),
      sizeBytes,
      crc32: crcs[key] ?? null,
    }));
}
