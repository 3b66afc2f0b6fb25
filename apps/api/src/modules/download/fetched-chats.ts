import { ChatRecord, objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { z } from 'zod';
import { Recording } from '../../workflows/recording.js';
import { dropBrokenOff, partsBeside } from '../chat/broken-off-chats.js';
import { putChatChunk } from '../chat/put-chat-chunk.js';
import { chatBegan } from '../vod/vod-chat.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { type DownloadCommand } from './download-jobs.js';

const Line = z.object({ record: ChatRecord });

/**
 * Chats that sites keep, as the chat of a VOD that has none: in the same chunks as a recorder would have written, so
 * that it plays like any other.
 */
@Injectable()
export class FetchedChats {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly recording: Recording,
  ) {}

  /** Nothing where the VOD has a chat already: that one was heard as it happened, with what was taken away later. */
  async play(vod: VodEntity, { workPrefix }: Pick<DownloadCommand<'chat-download'>, 'workPrefix'>): Promise<void> {
    if (vod.chat) return;
    const partId = ulid();
    let n = 0;
    for await (const { key } of this.storage.list(workPrefix)) {
      const records = recordsOf((await this.storage.read(key)).toString('utf8'));
      if (records.length > 0) await putChatChunk(this.storage, { vodUuid: vod.uuid, partId, n: n++ }, records);
    }
    const partIds = await partsBeside(this.storage, { vodUuid: vod.uuid, partId });
    const began = await this.recording.change(vod.uuid, (row) => {
      if (row.chat) return false;
      row.chat = chatBegan(null);
      return true;
    });
    if (began) await dropBrokenOff(this.storage, { vodUuid: vod.uuid, partIds });
    else await this.storage.deletePrefix(objectKeys.chat(vod.uuid, partId));
  }
}

/** The first line says where the chunk stands. */
const recordsOf = (text: string): ChatRecord[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((line) => Line.safeParse(JSON.parse(line)).data?.record ?? []);
