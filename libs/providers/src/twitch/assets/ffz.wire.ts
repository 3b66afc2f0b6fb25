import { z } from 'zod';
import { type ChatAsset } from '../../kit/chat-source.js';
import { answerOf, rowsOf } from '../http/read-json.js';

const Urls = z.record(z.string(), z.string().nullish());
const Emote = z.object({
  id: z.union([z.number(), z.string()]),
  name: z.string().min(1),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
  modifier: z.boolean().nullish(),
  modifier_flags: z.number().nullish(),
  urls: Urls,
  animated: Urls.nullish(),
});
const Sets = z.record(z.string(), z.object({ emoticons: z.array(z.unknown()).default([]) }));
const Global = z.object({ default_sets: z.array(z.union([z.number(), z.string()])), sets: Sets });
const OfRoom = z.object({ sets: Sets });

/** Flag of a modifier whose own image is not shown. */
const HIDDEN = 1;
const SCALES = [4, 2, 1] as const;

/**
 * Reads the emotes of api.frankerfacez.com/v1 (https://api.frankerfacez.com/docs/, Aug 2026): `set/global`, of which
 * only the default sets are global, or `room/id/<twitch id>`. A modifier is drawn over the previous emote; a modifier
 * that only changes that emote's appearance has no image, so it is omitted.
 * @param address returns null for an invalid address
 */
export function ffzEmotes(
  json: unknown,
  { global, address }: { readonly global: boolean; readonly address: (url: string) => string | null },
): readonly ChatAsset[] {
  const rows = global
    ? globalEmotes(json)
    : Object.values(answerOf(OfRoom, json).sets).flatMap(({ emoticons }) => emoticons);
  return rowsOf(Emote, rows)
    .filter(isPicture)
    .map(({ id, name, width, height, modifier, urls, animated }) => ({
      kind: 'emote',
      source: 'ffz',
      id: String(id),
      name,
      zeroWidth: modifier === true,
      global,
      color: null,
      width: width ?? null,
      height: height ?? null,
      urls: [animated ?? {}, urls].flatMap((sizes) =>
        SCALES.flatMap((scale) => pictureAt(sizes[scale], scale, address)),
      ),
    }));
}

const isPicture = ({ modifier, modifier_flags: flags }: z.infer<typeof Emote>): boolean =>
  modifier !== true || ((flags ?? 0) & HIDDEN) === 0;

function pictureAt<S extends number>(
  given: string | null | undefined,
  scale: S,
  address: (url: string) => string | null,
): { url: string; scale: S }[] {
  const url = given ? address(given) : null;
  return url === null ? [] : [{ url, scale }];
}

function globalEmotes(json: unknown): readonly unknown[] {
  const { default_sets: ids, sets } = answerOf(Global, json);
  return ids.flatMap((id) => sets[String(id)]?.emoticons ?? []);
}
