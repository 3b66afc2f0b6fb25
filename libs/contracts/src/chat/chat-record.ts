import { z } from 'zod';
import { Message } from '../localized.js';

/** All further data from the site, with its names and values unescaped. Empty is equivalent to missing. */
const Tags = z.record(z.string(), z.string());
const Stamped = {
  /** The site's time stamp, ms since the Unix epoch; the recorder's clock if the site has none. */
  at: z.int(),
  /** Arrival by the recorder's clock, ms since the Unix epoch. */
  seenAt: z.int(),
};
const Author = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  /** In the site's order. */
  badges: z.array(z.object({ set: z.string(), version: z.string() })),
});
/** Positions of the site's own emotes: code points of `text`, `end` exclusive. Ranges outside the text are omitted. */
const EmoteRange = z.object({ id: z.string(), begin: z.int().nonnegative(), end: z.int().positive() });
const MessageFields = {
  author: Author,
  text: z.string(),
  emotes: z.array(EmoteRange),
  tags: Tags,
  /** When it was added from the site's VOD, ms since the Unix epoch; absent: it was received live. */
  addedAt: z.int().optional(),
};

/**
 * One chat event as recorded: a line of an NDJSON chunk ({@link objectKeys.chatChunk}). Its fields are site-neutral;
 * every tag of the site is stored next to them, so that nothing is lost for a later reader. `id` is the site's; a
 * repeated record has the same id.
 */
export const ChatRecord = z.discriminatedUnion('t', [
  /** `action`: written with /me. */
  z.object({
    t: z.literal('message'),
    id: z.string(),
    ...Stamped,
    ...MessageFields,
    action: z.boolean(),
    bits: z.int().nonnegative(),
  }),
  /**
   * A notice of the site (a subscription, a raid): `kind` is the site's word, `systemText` the site's sentence, `text`
   * the user's own message.
   */
  z.object({
    t: z.literal('notice'),
    id: z.string(),
    ...Stamped,
    ...MessageFields,
    kind: z.string(),
    systemText: z.string(),
  }),
  z.object({ t: z.literal('delete'), ...Stamped, targetId: z.string(), login: z.string(), tags: Tags }),
  /**
   * All messages of a user are deleted (`userId`), or all messages (null). `seconds`: length of a timeout; null is a
   * ban.
   */
  z.object({
    t: z.literal('clear'),
    ...Stamped,
    userId: z.string().nullable(),
    login: z.string().nullable(),
    seconds: z.int().nullable(),
    tags: Tags,
  }),
  /** Settings and messages of the room: slow mode, followers only. */
  z.object({ t: z.literal('room'), ...Stamped, text: z.string(), tags: Tags }),
  /**
   * Nothing was received from `at` to `until`. A `reason` of type string is from a chunk of an earlier version, in
   * English. `added`: the gap of this time is filled, with so many messages of the site's VOD.
   */
  z.object({
    t: z.literal('gap'),
    ...Stamped,
    until: z.int(),
    reason: z.union([Message, z.string()]),
    added: z.int().nonnegative().optional(),
  }),
]);
export type ChatRecord = z.infer<typeof ChatRecord>;
