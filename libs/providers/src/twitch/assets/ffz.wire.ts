import { z } from 'zod';
import { type ChatAssetSource } from '../../kit/chat-source.js';
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

/** Of a modifier: its own picture is not shown. */
const HIDDEN = 1;
const SCALES = [4, 2, 1] as const;

/**
 * Emotes of api.frankerfacez.com/v1 (https://api.frankerfacez.com/docs/, Aug 2026): `set/global`, of whose sets only
 * the default ones are for everybody, or `room/id/<twitch id>`. A modifier is drawn over the emote before it; one that
 * only changes how that looks is no picture and left out.
 * @param address null for what is no address
 */
export function ffzEmotes(
  json: unknown,
  { global, address }: { readonly global: boolean; readonly address: (url: string) => string | null },
): readonly ChatAssetSource[] {
  const rows = global
    ? everybodys(json)
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

function everybodys(json: unknown): readonly unknown[] {
  const { default_sets: ids, sets } = answerOf(Global, json);
  return ids.flatMap((id) => sets[String(id)]?.emoticons ?? []);
}
