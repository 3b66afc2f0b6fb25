import { z } from 'zod';
import { type ChatAsset } from '../../kit/chat-source.js';
import { answerOf, rowsOf } from '../http/read-json.js';

const Emote = z.object({
  id: z.string().min(1),
  code: z.string().min(1),
  modifier: z.boolean().nullish(),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
});
const Global = z.array(z.unknown());
const OfUser = z.object({
  channelEmotes: z.array(z.unknown()).default([]),
  sharedEmotes: z.array(z.unknown()).default([]),
});

/**
 * Emotes that are drawn over the previous one. BTTV does not mark them (docs/reference/twitch.md#third-party-emotes).
 */
const OVERLAY_NAMES = new Set([
  'SoSnowy',
  'IceCold',
  'SantaHat',
  'TopHat',
  'ReinDeer',
  'CandyCane',
  'cvMask',
  'cvHazmat',
]);
/** Size of an emote without a reported size, px at 1x. 3x is four times that. */
const PLAIN_SIZE = 28;
const SIZES = [
  ['3x', 4],
  ['2x', 2],
  ['1x', 1],
] as const;

/**
 * Reads the emotes of api.betterttv.net/3/cached (https://betterttv.com/developers/api, Aug 2026): `[...]` for the
 * global ones, `{channelEmotes, sharedEmotes}` for a channel. Words that change the next emote (`modifier`, such as
 * `w!`) are not images, so they are omitted.
 * @param cdn address of the image host
 */
export function bttvEmotes(
  json: unknown,
  { cdn, global }: { readonly cdn: string; readonly global: boolean },
): readonly ChatAsset[] {
  const rows = global ? answerOf(Global, json) : Object.values(answerOf(OfUser, json)).flat();
  return rowsOf(Emote, rows)
    .filter(({ modifier }) => modifier !== true)
    .map(({ id, code, width, height }) => ({
      kind: 'emote',
      source: 'bttv',
      id,
      name: code,
      zeroWidth: OVERLAY_NAMES.has(code),
      global,
      color: null,
      width: width ?? PLAIN_SIZE,
      height: height ?? PLAIN_SIZE,
      urls: SIZES.map(([size, scale]) => ({ url: `${cdn}/emote/${encodeURIComponent(id)}/${size}`, scale })),
    }));
}
