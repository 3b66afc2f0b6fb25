import { z } from 'zod';
import { type ChatAsset } from '../../kit/chat-source.js';
import { answerOf, rowsOf } from '../http/read-json.js';

const File = z.object({
  name: z.string(),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
});
const Emote = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  flags: z.number().nullish(),
  data: z.object({
    flags: z.number().nullish(),
    host: z.object({ url: z.string().min(1), files: z.array(File).nullish() }),
  }),
});
const EmoteSet = z.object({ emotes: z.array(z.unknown()).nullish() });
const OfUser = z.object({ emote_set: EmoteSet.nullish() });

/** Zero-width flags: set by the channel (on the entry), and by the emote's creator (on the emote). */
const OVER_HERE = 1;
const OVERLAY_FLAG = 256;
/** Twitch does not allow this emote. */
const NOT_ON_TWITCH = 1 << 24;
const SCALES = [4, 3, 2, 1] as const;

/**
 * Reads the emotes of 7tv.io/v3 (https://7tv.io/docs, Aug 2026): an emote set, or the user who owns it. An empty set
 * has no such key; a user may have no set. The name is the one that the channel chose.
 * @param address returns null for an invalid address
 */
export function sevenTvEmotes(
  json: unknown,
  { global, address }: { readonly global: boolean; readonly address: (url: string) => string | null },
): readonly ChatAsset[] {
  const set = global ? answerOf(EmoteSet, json) : answerOf(OfUser, json).emote_set;
  return rowsOf(Emote, set?.emotes ?? [])
    .filter(({ data }) => !has(data.flags, NOT_ON_TWITCH))
    .map(({ id, name, flags, data: { flags: own, host } }) => {
      const files = (host.files ?? []).filter((file) => file.name.endsWith('.webp'));
      const plain = files.find((file) => file.name === '1x.webp');
      return {
        kind: 'emote',
        source: '7tv',
        id,
        name,
        zeroWidth: has(flags, OVER_HERE) || has(own, OVERLAY_FLAG),
        global,
        color: null,
        width: plain?.width ?? null,
        height: plain?.height ?? null,
        urls: SCALES.flatMap((scale) =>
          pictureAt({ scale, files: files.map((file) => file.name), host: host.url, address }),
        ),
      };
    });
}

const has = (flags: number | null | undefined, bit: number): boolean => ((flags ?? 0) & bit) !== 0;

/** The list of files may be empty although the files exist. */
function pictureAt<S extends number>({
  scale,
  files,
  host,
  address,
}: {
  scale: S;
  files: readonly string[];
  host: string;
  address: (url: string) => string | null;
}): { url: string; scale: S }[] {
  const name = `${scale}x.webp`;
  const url = files.length === 0 || files.includes(name) ? address(`${host}/${name}`) : null;
  return url === null ? [] : [{ url, scale }];
}
