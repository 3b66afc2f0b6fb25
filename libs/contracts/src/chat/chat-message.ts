import { z } from 'zod';

/**
 * Where an emote comes from: the site's own, or one of the three that viewers' browsers add
 * (docs/reference/twitch.md#third-party-emotes).
 */
export const EMOTE_SOURCES = ['twitch', 'bttv', 'ffz', '7tv'] as const;
export type EmoteSource = (typeof EMOTE_SOURCES)[number];

/** One badge as the site names it. The version matters: a subscriber's 12 and 24 months look different. */
export const ChatBadge = z.object({ set: z.string(), version: z.string() });
export type ChatBadge = z.infer<typeof ChatBadge>;

/**
 * Who wrote it. `name` is the shown one, which may be in another script than `login`. `color`: `#rrggbb`; null: the
 * viewer's default colour, chosen by hash of the login.
 */
export const ChatAuthor = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  badges: z.array(ChatBadge),
});
export type ChatAuthor = z.infer<typeof ChatAuthor>;

/**
 * `width` and `height`: of the picture at 1x, px (the site's own are 28 x 28). `assetKey` null: its picture could not
 * be had, so its name is shown. `zeroWidth`: drawn over the picture before it.
 */
export const EmoteFragment = z.object({
  type: z.literal('emote'),
  id: z.string(),
  source: z.enum(EMOTE_SOURCES),
  name: z.string(),
  zeroWidth: z.boolean(),
  width: z.number().positive(),
  height: z.number().positive(),
  assetKey: z.string().nullable(),
});
export type EmoteFragment = z.infer<typeof EmoteFragment>;

/**
 * A piece of what was written. Texts joined in order (an emote's and a cheer's as typed: `name`, `prefix` + `bits`)
 * give the message back. A mention's `text` carries its @. A link's `url` is http or https, absolute.
 */
export const ChatFragment = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  EmoteFragment,
  z.object({
    type: z.literal('cheer'),
    prefix: z.string(),
    bits: z.int().positive(),
    assetKey: z.string().nullable(),
    color: z.string().nullable(),
  }),
  z.object({ type: z.literal('mention'), text: z.string(), login: z.string() }),
  z.object({ type: z.literal('link'), text: z.string(), url: z.url({ protocol: /^https?$/ }) }),
]);
export type ChatFragment = z.infer<typeof ChatFragment>;

/** Who took a message away. `ban` and `timeout` take all earlier messages of a user, `clear` everybody's. */
export const DELETED_BY = ['moderator', 'ban', 'timeout', 'clear'] as const;
export type DeletedBy = (typeof DELETED_BY)[number];

/** That a message was removed, and when in file time. The message stays: the viewer's setting decides how it looks. */
export const ChatDeletion = z.object({ atMs: z.number(), by: z.enum(DELETED_BY) });
export type ChatDeletion = z.infer<typeof ChatDeletion>;

/**
 * One line of chat as player and render show it. Sites' shapes stop at the providers; a chat file is made from the same
 * facts.
 *
 * `id` is the site's, unique in a VOD. `atMs`: file time, ms from the first frame of the VOD (without pauses, ads and
 * gaps), may be negative for what was said before the first frame. `kind`: `action` is /me; `notice` has `notice` set
 * (and `fragments` only if the viewer wrote something); `system` comes from nobody (a mode was switched, the chat was
 * cleared): its text is in `fragments`, `author` is null.
 */
export const ChatMessage = z.object({
  id: z.string(),
  atMs: z.number(),
  kind: z.enum(['message', 'action', 'notice', 'system']),
  author: ChatAuthor.nullable(),
  fragments: z.array(ChatFragment),
  /** The message that is answered. `body` is its plain text, cut as the site cut it. */
  reply: z.object({ id: z.string(), login: z.string(), name: z.string(), body: z.string() }).nullable(),
  flags: z.object({
    /** The author's first message in this chat, ever. */
    first: z.boolean(),
    /** Paid for with channel points to stand out. */
    highlighted: z.boolean(),
    /** Total of bits cheered in it; 0: none. */
    bits: z.int().nonnegative(),
    /** Shared chat: the room it was written in, where that is not this one. `name` null: not known at capture. */
    sharedFrom: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  }),
  deleted: ChatDeletion.nullable(),
  /**
   * `kind`: the site's word (`resub`, `raid`, `announcement`, or one of the future). `color`: an announcement's own,
   * lower case (`primary`, `blue`, `green`, `orange`, `purple`).
   */
  notice: z.object({ kind: z.string(), systemText: z.string(), color: z.string().nullable() }).nullable(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;
