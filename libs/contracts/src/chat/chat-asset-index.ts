import { z } from 'zod';
import { EMOTE_SOURCES } from './chat-message.js';

/** A stored picture. `id` as in {@link ChatAsset} (an emote's id, `set/version`, `prefix/bits`). */
export const StoredAsset = z.object({
  kind: z.enum(['emote', 'badge', 'cheer']),
  source: z.enum(EMOTE_SOURCES),
  id: z.string(),
  /** The word that represents it in a message; the title of a badge. */
  name: z.string(),
  zeroWidth: z.boolean(),
  global: z.boolean(),
  color: z.string().nullable(),
  animated: z.boolean(),
  /** Size at 1x, px. */
  width: z.number().positive(),
  height: z.number().positive(),
  /** Number of pixels of the picture for each pixel at 1x. */
  scale: z.int().positive(),
  /** Name of its object below {@link objectKeys.chatAssets}. */
  object: z.string(),
  contentType: z.string(),
});
export type StoredAsset = z.infer<typeof StoredAsset>;

/**
 * The pictures that one recorder stored for a VOD: `index-<part>.json` below {@link objectKeys.chatAssets}. Each
 * recorder has its own index, so that overlapping recorders never overwrite each other's entries; readers merge the
 * indexes.
 */
export const ChatAssetIndex = z.object({ format: z.literal(1), assets: z.array(StoredAsset) });
export type ChatAssetIndex = z.infer<typeof ChatAssetIndex>;

/** Key of a picture in a message (`assetKey`) and in {@link ChatAssets}. */
export const assetKeyOf = ({ kind, source, id }: Pick<StoredAsset, 'kind' | 'source' | 'id'>): string =>
  `${kind}/${source}/${id}`;
