import { readForeignChat, Recent, type TdEntry, toChatRecords } from '#libs/chat';
import { type ChatRecord, objectKeys } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { VodWriter } from '../../vods/vod-writer.js';
import { dropBrokenOff, partsBeside } from '../chat/interrupted-chats.js';
import { putChatChunk } from '../chat/put-chat-chunk.js';
import { chatImported, type VodChat } from '../../persistence/entities/vod-chat.js';
import { refuseWhileRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/** The chat of a week of the biggest channels, unpacked by its sender or not. */
const MOST_BYTES = 1024 ** 3;
const CHUNK = 5000;
/** Stamps of a file that are further than this from the broadcast are of another one, or of a clock that is wrong. */
const NEAR_MS = 900_000;

/** How many messages stand in the chat; `leftOut`: of an id that came before, or from nobody. */
interface Imported {
  readonly messages: number;
  readonly leftOut: number;
}

/** Where a chat goes: into which part of which VOD, shifted by so much. */
interface Place {
  readonly vod: VodEntity;
  readonly partId: string;
  readonly offsetMs: number;
}

/**
 * Takes chat files of other tools, as they come in and piece by piece, as the chat of a VOD that has none, or whose chat
 * is of such a file itself; one that was recorded or fetched stays. A file that cannot be read leaves nothing.
 */
@Injectable()
export class ChatImports {
  constructor(
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * @throws UserError `vod-missing` (404), `vod-capturing`, `chat-exists` (409), `chat-unreadable`, `chat-too-large`
   *   (413)
   */
  async take(vodUuid: string, file: AsyncIterable<Uint8Array>, offsetMs: number): Promise<Imported> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    refuseWhileRecorded(vod);
    if (vod.chat && vod.chat.imported === undefined) throw chatExists();
    const partId = ulid();
    const { imported, partIds } = await this.begin({ vod, partId, offsetMs }, file);
    await dropBrokenOff(this.storage, { vodUuid, partIds });
    if (vod.chat) await this.finishReplacing(vodUuid, partId);
    return imported;
  }

  /** @returns what stands in the chat, and the parts that earlier tries, or the file before, have left pieces in */
  private async begin(
    to: Place,
    file: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly imported: Imported; readonly partIds: readonly string[] }> {
    const { vod, partId } = to;
    try {
      const imported = await this.store(to, readForeignChat(bounded(file)));
      if (imported.messages === 0) throw new UserError(message('error.chat-unreadable.no-messages'));
      const partIds = await partsBeside(this.storage, { vodUuid: vod.uuid, partId });
      const began = await this.writer.update(vod.uuid, (row) => {
        if (row.assigned || !isStill(row.chat, vod.chat)) return false;
        row.chat = { ...chatImported(row.chat, partId), ...(row.chat && BROKEN_OFF) };
        return true;
      });
      if (!began) throw chatExists();
      return { imported, partIds };
    } catch (thrown) {
      await this.storage.deletePrefix(objectKeys.chat(vod.uuid, partId));
      throw thrown;
    }
  }

  /** The pieces of the file before are gone: now a file can be made of all that lies there. */
  private async finishReplacing(vodUuid: string, partId: string): Promise<void> {
    await this.writer.update(vodUuid, (row) => {
      if (row.assigned || row.chat?.imported !== partId) return false;
      row.chat = chatImported(row.chat, partId);
      return true;
    });
  }

  private async store({ vod, partId, offsetMs }: Place, entries: AsyncIterable<TdEntry>): Promise<Imported> {
    let held: ChatRecord[] = [];
    let [n, messages, leftOut] = [0, 0, 0];
    let startedAt: number | null = null;
    const seen = new Recent();
    const flush = async (): Promise<void> => {
      if (held.length > 0) await putChatChunk(this.storage, { vodUuid: vod.uuid, partId, n: n++ }, held);
      held = [];
    };
    for await (const entry of entries) {
      startedAt ??= beginOf(vod, entry) + offsetMs;
      // Some tools give none, and one id for all would make one message of them.
      if (entry.message.id === '') entry.message.id = `${partId}.${messages}`;
      const records = toChatRecords(entry, startedAt);
      if (records.length === 0 || !seen.add(entry.message.id)) {
        leftOut += 1;
        continue;
      }
      held.push(...records);
      messages += 1;
      if (held.length >= CHUNK) await flush();
    }
    await flush();
    return { messages, leftOut };
  }
}

/** What is reported of a replacement that ends before the pieces of the file before are gone. */
const BROKEN_OFF = {
  state: 'failed',
  reason: message('vod.chat-import-broken-off'),
} as const;

/** Whether nobody gave the VOD a chat, or another one, since it was checked. */
const isStill = (now: VodChat | null, before: VodChat | null): boolean =>
  now === null ? before === null : now.imported !== undefined && now.imported === before?.imported;

const chatExists = (): UserError => new UserError(message('error.chat-exists'), { status: 409 });

/**
 * Where the file's moment 0 is on the site's clock: as its first stamp tells, where that is of this broadcast; else
 * where the media begin.
 */
function beginOf({ startedAt, endedAt, clock, mediaMs }: VodEntity, { message, sentAt }: TdEntry): number {
  const media = clock?.[0]?.site ?? startedAt.getTime();
  const offset = sentAt - message.atMs;
  const end = endedAt?.getTime() ?? startedAt.getTime() + mediaMs;
  return sentAt > 0 && offset >= startedAt.getTime() - NEAR_MS && offset <= end + NEAR_MS ? offset : media;
}

async function* bounded(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of file) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new UserError(message('error.chat-too-large'), { status: 413 });
    yield piece;
  }
}
