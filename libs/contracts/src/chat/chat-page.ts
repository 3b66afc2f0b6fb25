import { z } from 'zod';
import { ChatMessage, DELETED_BY } from './chat-message.js';

/**
 * A moderator's action in file time, for messages that an earlier page contains: one message, all earlier ones of a
 * user, or all. `by` is the new `deleted.by` of the affected messages.
 */
export const ChatModeration = z.object({
  atMs: z.number(),
  by: z.enum(DELETED_BY),
  messageId: z.string().nullable(),
  userId: z.string().nullable(),
});
export type ChatModeration = z.infer<typeof ChatModeration>;

/** A stretch of file time, s. `added`: it is filled, with so many messages of the site's VOD; absent: it is not. */
export const ChatGap = z.object({ from: z.number(), to: z.number(), added: z.int().nonnegative().optional() });
export type ChatGap = z.infer<typeof ChatGap>;

/**
 * Chat of a stretch of file time.
 *
 * `messages`: sorted by `atMs`, then in order of arrival; `deleted` as known now. `complete_to` (s, from <= it <= to):
 * all messages before it are included, and none will be added. It is smaller than the requested `to` if the page
 * reached the server's message limit (`cut`: request the rest from there at once) or if that part is not recorded yet
 * (`growing`: request again from there in a few seconds; without `growing` no more messages will follow). `gaps`:
 * stretches without recorded chat although the stream ran. `moderation`: actions with a time in [from, complete_to), in
 * order; they are also in `deleted` of the affected messages.
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
 * A picture, stored with the recording so that it does not change over the years. `url` is relative to the
 * site's root and includes the basepath; its bytes never change.
 */
const Picture = { url: z.string(), animated: z.boolean(), width: z.number().positive(), height: z.number().positive() };

/** Identified by `assetKey` of an emote. `zeroWidth`: drawn on top of the preceding picture. */
export const ChatEmoteAsset = z.object({
  key: z.string(),
  name: z.string(),
  source: z.string(),
  zeroWidth: z.boolean(),
  ...Picture,
});
/** Identified by `set` and `version` of an author's badge. */
export const ChatBadgeAsset = z.object({ set: z.string(), version: z.string(), title: z.string(), url: z.string() });
/**
 * The picture of one tier of a cheermote, identified by `assetKey` of a cheer. `min_bits`: minimum number of bits of
 * the tier.
 */
export const ChatCheerAsset = z.object({
  key: z.string(),
  prefix: z.string(),
  min_bits: z.int().nonnegative(),
  color: z.string().nullable(),
  ...Picture,
});

/** The pictures stored with a recording so far; the list grows with the chat. Sizes at 1x. */
export const ChatAssets = z.object({
  emotes: z.array(ChatEmoteAsset),
  badges: z.array(ChatBadgeAsset),
  cheers: z.array(ChatCheerAsset),
});
export type ChatAssets = z.infer<typeof ChatAssets>;
