import { z } from 'zod';
import { EMOTE_SOURCES } from './chat-message.js';

/**
 * A frozen picture as its recorder recorded it. `id` as {@link ChatAssetSource} names it (an emote's id, `set/version`,
 * `prefix/bits`).
 */
export const FrozenAsset = z.object({
  kind: z.enum(['emote', 'badge', 'cheer']),
  source: z.enum(EMOTE_SOURCES),
  id: z.string(),
  /** The word that means it; a badge's title. */
  name: z.string(),
  zeroWidth: z.boolean(),
  global: z.boolean(),
  color: z.string().nullable(),
  animated: z.boolean(),
  /** At 1x, px. */
  width: z.number().positive(),
  height: z.number().positive(),
  /** How many pixels of the picture stand for one at 1x. */
  scale: z.int().positive(),
  /** Name of its object below {@link objectKeys.chatAssets}. */
  object: z.string(),
  contentType: z.string(),
});
export type FrozenAsset = z.infer<typeof FrozenAsset>;

/**
 * The pictures that one recorder froze for a VOD: `index-<part>.json` below {@link objectKeys.chatAssets}. Each
 * recorder has an index of its own, so that two that overlap never take an entry from each other; a reader joins them.
 */
export const ChatAssetIndex = z.object({ format: z.literal(1), assets: z.array(FrozenAsset) });
export type ChatAssetIndex = z.infer<typeof ChatAssetIndex>;

/** How a picture is called in a message (`assetKey`) and in {@link ChatAssets}. */
export const assetKeyOf = ({ kind, source, id }: Pick<FrozenAsset, 'kind' | 'source' | 'id'>): string =>
  `${kind}/${source}/${id}`;
