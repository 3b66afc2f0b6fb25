import { actsAndGaps, frozenAssets, type GapRecord, Moderation, type ReadableChunk } from '#libs/chat';
import { type ChatRecord, decodeChat, type FrozenAsset, objectKeys, parseChatChunkName } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { type Storage } from '#libs/storage';

interface Chunk { readonly key: string; readonly firstAt: number; readonly sizeBytes: number }

/** What recorders stored of a VOD's chat, read chunk by chunk. */
export class StoredChat {
  readonly moderation = new Moderation();
  readonly gaps: GapRecord[] = [];
  /** Lines that are no records. */
  bad = 0;

  private constructor(private readonly storage: Pick<Storage, 'read'>, private readonly of: { readonly vodUuid: string; readonly chunks: readonly Chunk[]; readonly pictures: readonly FrozenAsset[] }) {}

  static async list(storage: Pick<Storage, 'read' | 'list' | 'names'>, vodUuid: string): Promise<StoredChat> {
    const chunks: Chunk[] = [];
    for await (const part of storage.names(objectKeys.parts(vodUuid))) {
      for await (const { key, sizeBytes } of storage.list(objectKeys.chat(vodUuid, part.replace(/\/$/, '')))) {
        const name = parseChatChunkName(key);
        if (name) chunks.push({ key, firstAt: name.firstAt, sizeBytes });
      }
    }
    return new StoredChat(storage, { vodUuid, chunks, pictures: await frozenAssets(storage, vodUuid) });
  }

  get pictures(): readonly FrozenAsset[] { return this.of.pictures; }
  get bytes(): number { return this.of.chunks.reduce((sum, c) => sum + c.sizeBytes, 0); }

  /** Reads everything once for what says something of other records: a message is taken away long after it was said. */
  async scan(signal: AbortSignal, onRead: (bytes: number) => void): Promise<void> {
    for (const { key, sizeBytes } of this.of.chunks) {
      for (const record of actsAndGaps((await this.storage.read(key, signal)).toString('utf8'))) {
        if (record.t === 'gap') this.gaps.push(record);
        else this.moderation.add(record);
      }
      onRead(sizeBytes);
    }
  }

  readable(signal: AbortSignal, onRead: (bytes: number) => void): ReadableChunk[] {
    const read = async ({ key, sizeBytes }: Chunk): Promise<readonly ChatRecord[]> => {
      const { records, bad } = decodeChat((await this.storage.read(key, signal)).toString('utf8'));
      this.bad += bad;
      onRead(sizeBytes);
      return records;
    };
    return this.of.chunks.map((chunk) => ({ firstAt: chunk.firstAt, read: () => read(chunk) }));
  }

  /** Null when it is gone. */
  async pictureBytes({ object }: FrozenAsset, signal: AbortSignal): Promise<Buffer | null> {
    try {
      return await this.storage.read(objectKeys.chatAsset(this.of.vodUuid, object), signal);
    } catch (error) {
      if (isAppError(error) && error.code === 'object-missing') return null;
      throw error;
    }
  }
}
