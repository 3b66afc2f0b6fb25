import { z } from 'zod';
import { ChatMessage, DELETED_BY } from './chat-message.js';

/**
 * A moderator's action in file time, for messages a page before has brought already: one message, all earlier ones of a
 * user, or all. `by` is what `deleted.by` of the messages it meets becomes.
 */
export const ChatModeration = z.object({
  atMs: z.number(),
  by: z.enum(DELETED_BY),
  messageId: z.string().nullable(),
  userId: z.string().nullable(),
});
export type ChatModeration = z.infer<typeof ChatModeration>;

/** A stretch of file time, s. */
export const ChatGap = z.object({ from: z.number(), to: z.number() });
export type ChatGap = z.infer<typeof ChatGap>;

/**
 * Chat of a stretch of file time.
 *
 * `messages`: by `atMs`, then as received; `deleted` as known by now. `complete_to` (s, from <= it <= to): every
 * message before it that will ever be is here. Smaller than the `to` asked for when the page was cut at the server's
 * limit of messages (`cut`: ask again from there at once) or when the recording is not there yet (`growing`: ask again
 * from there in a few seconds; no `growing`: nothing will come any more). `gaps`: where chat was not recorded although
 * the stream ran. `moderation`: actions whose time is in [from, complete_to), in order; they are also in `deleted` of the
 * messages they meet.
 */
export const ChatPage = z.object({
  messages: z.array(ChatMessage),
  complete_to: z.number(),
  cut: z.boolean(),
  growing: z.boolean(),
  gaps: z.array(ChatGap),
  moderation: z.array(ChatModeration),
});
export type ChatPage = z.infer<typeof ChatPage>;

/**
 * A frozen picture: kept with the recording, so that it looks the same in five years. `url` is below the site's root,
 * basepath included, and never changes its bytes.
 */
const Picture = { url: z.string(), animated: z.boolean(), width: z.number().positive(), height: z.number().positive() };

export const ChatEmoteAsset = z.object({
  key: z.string(),
  name: z.string(),
  source: z.string(),
  zeroWidth: z.boolean(),
  ...Picture,
});
/** Found by `set` and `version` of an author's badge. */
export const ChatBadgeAsset = z.object({ set: z.string(), version: z.string(), title: z.string(), url: z.string() });
/** The picture of one tier of a cheermote: found by `assetKey` of a cheer. `min_bits`: from how many bits on. */
export const ChatCheerAsset = z.object({
  key: z.string(),
  prefix: z.string(),
  min_bits: z.int().nonnegative(),
  color: z.string().nullable(),
  ...Picture,
});

/** The pictures frozen with a recording so far; it grows while the chat does. Sizes at 1x. */
export const ChatAssets = z.object({
  emotes: z.array(ChatEmoteAsset),
  badges: z.array(ChatBadgeAsset),
  cheers: z.array(ChatCheerAsset),
});
export type ChatAssets = z.infer<typeof ChatAssets>;
