import { frozenAssets, type StoredChunk, StoredChunks } from '#libs/chat';
import { type FrozenAsset, objectKeys, parseChatChunkName } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { type Storage } from '#libs/storage';

/** What recorders stored of a VOD's chat: its chunks, and the pictures that it shows. */
export class StoredChat extends StoredChunks {
  private constructor(
    private readonly store: Pick<Storage, 'read'>,
    private readonly of: {
      readonly vodUuid: string;
      readonly chunks: readonly StoredChunk[];
      readonly pictures: readonly FrozenAsset[];
    },
  ) {
    super(store, of.chunks);
  }

  static async list(storage: Pick<Storage, 'read' | 'list' | 'names'>, vodUuid: string): Promise<StoredChat> {
    const chunks: StoredChunk[] = [];
    for await (const part of storage.names(objectKeys.parts(vodUuid))) {
      for await (const { key, sizeBytes } of storage.list(objectKeys.chat(vodUuid, part.replace(/\/$/, '')))) {
        const name = parseChatChunkName(key);
        if (name) chunks.push({ key, firstAt: name.firstAt, sizeBytes });
      }
    }
    return new StoredChat(storage, { vodUuid, chunks, pictures: await frozenAssets(storage, vodUuid) });
  }

  get pictures(): readonly FrozenAsset[] {
    return this.of.pictures;
  }

  /** Null when it is gone. */
  async pictureBytes({ object }: FrozenAsset, signal: AbortSignal): Promise<Buffer | null> {
    try {
      return await this.store.read(objectKeys.chatAsset(this.of.vodUuid, object), signal);
    } catch (error) {
      if (isAppError(error) && error.code === 'object-missing') return null;
      throw error;
    }
  }
}
