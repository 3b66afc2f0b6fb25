import { storedAssets, type StoredChunk, StoredChunks } from '#libs/chat';
import { type StoredAsset, objectKeys, parseChatChunkName } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { type Storage } from '#libs/storage';

/** The stored chat of a VOD: its chunks, and the images that it shows. */
export class StoredChat extends StoredChunks {
  private constructor(
    private readonly store: Pick<Storage, 'read'>,
    private readonly of: {
      readonly vodUuid: string;
      readonly chunks: readonly StoredChunk[];
      readonly pictures: readonly StoredAsset[];
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
    return new StoredChat(storage, { vodUuid, chunks, pictures: await storedAssets(storage, vodUuid) });
  }

  get pictures(): readonly StoredAsset[] {
    return this.of.pictures;
  }

  /** Returns null if the image was deleted. */
  async pictureBytes({ object }: StoredAsset, signal: AbortSignal): Promise<Buffer | null> {
    try {
      return await this.store.read(objectKeys.chatAsset(this.of.vodUuid, object), signal);
    } catch (error) {
      if (isAppError(error) && error.code === 'object-missing') return null;
      throw error;
    }
  }
}
