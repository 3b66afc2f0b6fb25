import { readThirdPartyChat, Recent, type TdEntry, toChatRecords } from '#libs/chat';
import { type ChatRecord, encodeChatRecord, objectKeys } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { VodWriter } from '../../vods/vod-writer.js';
import { dropInterruptedChats, otherPartIds } from '../chat/interrupted-chats.js';
import { putChatChunk } from '../chat/put-chat-chunk.js';
import { importedChat, type VodChat } from '../../persistence/entities/vod-chat.js';
import { refuseWhileRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/** Enough for a week of chat of the biggest channels. The limit applies to the bytes received, compressed or not. */
const MAX_BYTES = 1024 ** 3;
const RECORDS_PER_CHUNK = 5000;
/** A chunk is in memory, and is read as a whole. */
const MAX_CHUNK_CHARS = 2 * 1024 * 1024;
/**
 * If a file's time stamps differ from the broadcast by more than this, they belong to another broadcast or a wrong
 * clock.
 */
const MAX_CLOCK_DIFFERENCE_MS = 900_000;

/** Number of imported messages. `leftOut`: messages with a repeated id or without an author. */
interface ImportCounts {
  readonly messages: number;
  readonly leftOut: number;
}

/** A file that arrives. `signal` ends the import together with the request. */
interface ArrivingFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

/** Target of an import: the VOD and the part, and the offset that is added to the times. */
interface ImportTarget {
  readonly vod: VodEntity;
  readonly partId: string;
  readonly offsetMs: number;
}

/**
 * Imports chat files of other tools into a VOD, as a stream. The VOD must have no chat, or a chat that was imported
 * before; a recorded or downloaded chat stays. A file that cannot be read leaves no chunks.
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
  async importFile(vodUuid: string, file: ArrivingFile, offsetMs: number): Promise<ImportCounts> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    refuseWhileRecorded(vod);
    if (vod.chat && vod.chat.imported === undefined) throw chatExists();
    const partId = ulid();
    const { imported, partIds } = await this.replaceChat({ vod, partId, offsetMs }, file);
    await dropInterruptedChats(this.storage, { vodUuid, partIds });
    if (vod.chat) await this.finishReplacing(vodUuid, partId);
    return imported;
  }

  /** @returns the counts, and the parts in which earlier attempts or the previous file left chunks */
  private async replaceChat(
    to: ImportTarget,
    { bytes, signal }: ArrivingFile,
  ): Promise<{ readonly imported: ImportCounts; readonly partIds: readonly string[] }> {
    const { vod, partId } = to;
    try {
      const imported = await this.store(to, readThirdPartyChat(limitBytes(bytes), signal));
      signal.throwIfAborted();
      if (imported.messages === 0) throw new UserError(message('error.chat-unreadable.no-messages'));
      const partIds = await otherPartIds(this.storage, { vodUuid: vod.uuid, partId });
      const began = await this.writer.update(vod.uuid, (row) => {
        if (row.assigned || !isStill(row.chat, vod.chat)) return false;
        row.chat = { ...importedChat(row.chat, partId), ...(row.chat && INTERRUPTED) };
        return true;
      });
      if (!began) throw chatExists();
      return { imported, partIds };
    } catch (thrown) {
      await this.storage.deletePrefix(objectKeys.chat(vod.uuid, partId));
      throw signal.aborted ? new UserError(message('error.chat-unreadable.cut-off'), { cause: thrown }) : thrown;
    }
  }

  /** Call it when the chunks of the previous file are deleted: now the chat file can be made from all chunks. */
  private async finishReplacing(vodUuid: string, partId: string): Promise<void> {
    await this.writer.update(vodUuid, (row) => {
      if (row.assigned || row.chat?.imported !== partId) return false;
      row.chat = importedChat(row.chat, partId);
      return true;
    });
  }

  private async store({ vod, partId, offsetMs }: ImportTarget, entries: AsyncIterable<TdEntry>): Promise<ImportCounts> {
    let buffered: ChatRecord[] = [];
    let [n, messages, leftOut, chars] = [0, 0, 0, 0];
    let startedAt: number | null = null;
    const seen = new Recent();
    const flush = async (): Promise<void> => {
      if (buffered.length > 0) await putChatChunk(this.storage, { vodUuid: vod.uuid, partId, n: n++ }, buffered);
      [buffered, chars] = [[], 0];
    };
    for await (const entry of entries) {
      startedAt ??= beginOf(vod, entry) + offsetMs;
      // Some tools write no ids. Without a generated id all these messages would count as one.
      if (entry.message.id === '') entry.message.id = `${partId}.${messages}`;
      const records = toChatRecords(entry, startedAt);
      if (records.length === 0 || !seen.add(entry.message.id)) {
        leftOut += 1;
        continue;
      }
      buffered.push(...records);
      messages += 1;
      chars += records.reduce((sum, record) => sum + encodeChatRecord(record).length, 0);
      if (buffered.length >= RECORDS_PER_CHUNK || chars >= MAX_CHUNK_CHARS) await flush();
    }
    await flush();
    return { messages, leftOut };
  }
}

/** State of the chat if a replacement stops before the chunks of the previous file are deleted. */
const INTERRUPTED = {
  state: 'failed',
  reason: message('vod.chat-import-broken-off'),
} as const;

/** Whether the chat of the VOD is still the one that was checked before. */
const isStill = (now: VodChat | null, before: VodChat | null): boolean =>
  now === null ? before === null : now.imported !== undefined && now.imported === before?.imported;

const chatExists = (): UserError => new UserError(message('error.chat-exists'), { status: 409 });

/**
 * Returns the site time of the file's moment 0: from its first time stamp if that belongs to this broadcast, else the
 * start of the media.
 */
function beginOf({ startedAt, endedAt, clock, mediaMs }: VodEntity, { message, sentAt }: TdEntry): number {
  const media = clock?.[0]?.site ?? startedAt.getTime();
  const offset = sentAt - message.atMs;
  const end = endedAt?.getTime() ?? startedAt.getTime() + mediaMs;
  return sentAt > 0 &&
    offset >= startedAt.getTime() - MAX_CLOCK_DIFFERENCE_MS &&
    offset <= end + MAX_CLOCK_DIFFERENCE_MS
    ? offset
    : media;
}

async function* limitBytes(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of file) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new UserError(message('error.chat-too-large'), { status: 413 });
    yield piece;
  }
}
