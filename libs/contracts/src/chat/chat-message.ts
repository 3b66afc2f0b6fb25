import { z } from 'zod';

/**
 * Origin of an emote: the site, or one of the three services that viewers' browsers add
 * (docs/reference/twitch.md#third-party-emotes).
 */
export const EMOTE_SOURCES = ['twitch', 'bttv', 'ffz', '7tv'] as const;

/** One badge, with the site's names. The version matters: a subscriber's 12 and 24 months look different. */
export const ChatBadge = z.object({ set: z.string(), version: z.string() });
export type ChatBadge = z.infer<typeof ChatBadge>;

/**
 * Author of a message. `name` is the display name, which may use another script than `login`. `color`: `#rrggbb`; null:
 * the viewer's default colour, chosen by hash of the login.
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
 * `width` and `height`: size of the picture at 1x, px (the site's own are 28 x 28). `assetKey` null: the picture was
 * not available, so its name is shown. `zeroWidth`: drawn on top of the preceding picture.
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
 * A fragment of a message. The texts joined in order are the original message (for an emote and a cheer the typed text:
 * `name`, `prefix` + `bits`). A mention's `text` includes its @. A link's `url` is http or https, absolute.
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

/**
 * Cause of a message deletion. `ban` and `timeout` delete all earlier messages of a user, `clear` those of every user.
 */
export const DELETED_BY = ['moderator', 'ban', 'timeout', 'clear'] as const;
export type DeletedBy = (typeof DELETED_BY)[number];

/** Deletion of a message, with its file time. The message is retained: the viewer's setting decides how it is shown. */
export const ChatDeletion = z.object({ atMs: z.number(), by: z.enum(DELETED_BY) });
export type ChatDeletion = z.infer<typeof ChatDeletion>;

/**
 * One line of chat for player and render. Site-specific formats end at the providers; a chat file is made from the same
 * facts.
 *
 * `id` is the site's, unique in a VOD. `atMs`: file time, ms from the first frame of the VOD (without pauses, ads and
 * gaps); negative for messages before the first frame. `kind`: `action` is /me; `notice` has `notice` set (and
 * `fragments` only if the viewer wrote something); `system` has no author (a mode was switched, the chat was cleared):
 * its text is in `fragments`, `author` is null. The text of a cleared chat is English; the page translates it, see
 * {@link isChatCleared}.
 */
export const ChatMessage = z.object({
  id: z.string(),
  atMs: z.number(),
  kind: z.enum(['message', 'action', 'notice', 'system']),
  author: ChatAuthor.nullable(),
  fragments: z.array(ChatFragment),
  /** The message that this one replies to. `body` is its plain text, as truncated by the site. */
  reply: z.object({ id: z.string(), login: z.string(), name: z.string(), body: z.string() }).nullable(),
  flags: z.object({
    /** The author's first message ever in this chat. */
    first: z.boolean(),
    /** Highlighted with channel points. */
    highlighted: z.boolean(),
    /** Total number of bits cheered in it; 0: none. */
    bits: z.int().nonnegative(),
    /** Shared chat: the room of origin, if it is not this one. `name` null: unknown at the time of recording. */
    sharedFrom: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    /** Added afterwards from the site's VOD, because the chat was not received then; absent: received live. */
    added: z.boolean().optional(),
  }),
  deleted: ChatDeletion.nullable(),
  /**
   * `kind`: the site's word (`resub`, `raid`, `announcement`, or a future one). `color`: colour of an announcement,
   * lower case (`primary`, `blue`, `green`, `orange`, `purple`).
   */
  notice: z.object({ kind: z.string(), systemText: z.string(), color: z.string().nullable() }).nullable(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** Start of the id of a line that reports a cleared chat. Chat files contain it too. */
export const CLEARED_ID = 'clear/';
/** Whether the line reports that a moderator cleared the chat. */
export const isChatCleared = ({ kind, id }: Pick<ChatMessage, 'kind' | 'id'>): boolean =>
  kind === 'system' && id.startsWith(CLEARED_ID);
