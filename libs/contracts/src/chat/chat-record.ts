import { z } from 'zod';
import { Message } from '../localized.js';

/**
 * Everything the site said beside the text, as it said it; names and values unescaped. Empty and missing are the same.
 */
const Tags = z.record(z.string(), z.string());
const Stamped = {
  /** The site's own stamp, ms since the Unix epoch; ours where the site gives none. */
  at: z.int(),
  /** When it reached us, by our clock, ms since the Unix epoch. */
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
/** Where the site's own emotes stand: code points of `text`, `end` exclusive. Ranges that fit no text are left out. */
const EmoteRange = z.object({ id: z.string(), begin: z.int().nonnegative(), end: z.int().positive() });
const MessageFields = { author: Author, text: z.string(), emotes: z.array(EmoteRange), tags: Tags };

/**
 * One thing that happened in a chat, as the recorder keeps it: a line of an NDJSON chunk ({@link
 * objectKeys.chatChunk}). Site-neutral in its fields, with every tag of the site beside them, so that nothing is lost
 * for a later reader. `id` is the site's; a repeat is the same one.
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
   * The site tells of something (a subscription, a raid): `kind` is its word, `systemText` the site's sentence, `text`
   * what the user added.
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
  /** A user's messages are gone (`userId`), or all of them (null). `seconds`: length of a time-out, null is a ban. */
  z.object({
    t: z.literal('clear'),
    ...Stamped,
    userId: z.string().nullable(),
    login: z.string().nullable(),
    seconds: z.int().nullable(),
    tags: Tags,
  }),
  /** How the room is set, and what it says of itself: slow mode, followers only. */
  z.object({ t: z.literal('room'), ...Stamped, text: z.string(), tags: Tags }),
  /** Nothing was received from `at` to `until`. A `reason` of text is from a chunk of an earlier version, in English. */
  z.object({ t: z.literal('gap'), ...Stamped, until: z.int(), reason: z.union([Message, z.string()]) }),
]);
export type ChatRecord = z.infer<typeof ChatRecord>;
