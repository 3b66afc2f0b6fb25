import { DELETED_BY, EMOTE_SOURCES } from '#libs/contracts';
import { z } from 'zod';

// Schema of a chat file in TwitchDownloader's format (https://github.com/lay295/TwitchDownloader, chat version 1.4.0),
// tolerant: missing values, null and numbers written as text are accepted. Vodkeep adds its own keys, which other
// readers ignore.

const asText = (v: unknown): unknown => (typeof v === 'number' ? String(v) : (v ?? ''));
const asNumber = (v: unknown): unknown => (typeof v === 'string' && v.trim() !== '' ? Number(v) : (v ?? 0));
const Text = z.preprocess(asText, z.string()).catch('');
const NullableText = z
  .preprocess((v) => (typeof v === 'number' ? String(v) : (v ?? null)), z.string().nullable())
  .catch(null);
const Num = z.preprocess(asNumber, z.number()).catch(0);
const Flag = z.boolean().catch(false);
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullable().catch(null))
    .catch([])
    .transform((list) => list.filter((one) => one !== null));

const Fragment = z.object({
  text: Text,
  emoticon: z.object({ emoticon_id: Text }).nullable().catch(null),
  /** Added by Vodkeep: the kind of the fragment, which `emoticon` does not determine. */
  emote: z
    .object({
      id: z.string(),
      source: z.enum(EMOTE_SOURCES),
      zero_width: z.boolean(),
      width: z.number(),
      height: z.number(),
      asset: z.string().nullable(),
    })
    .optional()
    .catch(undefined),
  cheer: z
    .object({ bits: z.int().positive(), asset: z.string().nullable(), color: z.string().nullable() })
    .optional()
    .catch(undefined),
  mention: z.string().optional().catch(undefined),
  link: z.string().optional().catch(undefined),
  system: z.boolean().optional().catch(undefined),
});
export type TdFragment = z.infer<typeof Fragment>;

/** One comment. Vodkeep adds the keys of `message` after `emoticons`. */
export const TdComment = z.object({
  _id: Text,
  created_at: Text,
  content_offset_seconds: Num,
  commenter: z.object({ display_name: Text, _id: Text, name: Text }).nullable().catch(null),
  message: z.object({
    body: Text,
    bits_spent: z
      .preprocess((v) => (typeof v === 'string' ? Number(v) : v), z.int().nonnegative())
      .optional()
      .catch(undefined),
    fragments: listOf(Fragment),
    user_badges: listOf(z.object({ _id: Text, version: Text })),
    user_color: NullableText,
    user_notice_params: z.object({ msg_id: NullableText }).nullable().catch(null),
    is_system: Flag,
    is_action: Flag,
    is_first_message: Flag,
    is_highlighted: Flag,
    reply: z.object({ id: z.string(), login: z.string(), name: z.string(), body: z.string() }).nullable().catch(null),
    shared_from: z.object({ id: z.string(), name: z.string().nullable() }).nullable().catch(null),
    deleted: z
      .object({ at_ms: z.number(), by: z.enum(DELETED_BY) })
      .nullable()
      .catch(null),
    notice: z
      .object({ kind: z.string(), system_text: z.string(), color: z.string().nullable() })
      .nullable()
      .catch(null),
    tags: z.record(z.string(), z.string()).catch({}),
  }),
});
export type TdComment = z.infer<typeof TdComment>;

export const TdStreamer = z.object({ name: Text, login: Text, id: Text });
export const TdVideo = z.object({
  title: Text,
  created_at: Text,
  start: Num,
  end: Num,
  length: Num,
  game: Text,
  user_name: Text,
  user_id: Text,
});
const Embedded = { id: Text, imageScale: Num, width: Num, height: Num };
export const TdEmote = z.object({ ...Embedded, name: Text, data: z.string(), isZeroWidth: Flag });
/** Up to version 1.2.2 a badge version is the picture itself. */
export const TdBadge = z.object({
  name: Text,
  versions: z
    .record(
      z.string(),
      z
        .union([z.string().transform((bytes) => ({ title: '', bytes })), z.object({ title: Text, bytes: z.string() })])
        .nullable()
        .catch(null),
    )
    .catch({}),
});
export const TdCheer = z.object({
  prefix: Text,
  tierList: z
    .record(
      z.string(),
      z
        .object({ ...Embedded, data: z.string() })
        .nullable()
        .catch(null),
    )
    .catch({}),
});
/** Added by Vodkeep at the end of the file: data for which the format has no field. */
export const TdOurs = z.object({
  format: z.literal(1),
  streamer_id: z.string(),
  vod: z.string(),
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
});
