import { hexOf } from '../seeded.js';

/** An emote of Twitch itself, before conversion to the format of Helix, GQL or an IRC tag. */
export interface TwitchEmote {
  /** Always a string on the wire: `25`, `emotesv2_<32 hex>`. */
  readonly id: string;
  readonly name: string;
  readonly animated: boolean;
}
export interface ChannelEmote extends TwitchEmote {
  readonly tier: '' | '1000' | '2000' | '3000';
  readonly type: 'subscriptions' | 'follower' | 'bitstier';
  readonly setId: string;
}

/**
 * The last character of a generated id shows whether the emote is animated, so that the image CDN needs only the id.
 */
const idOf = (seed: string, animated: boolean): string => `emotesv2_${hexOf(seed, 31)}${animated ? 'a' : '0'}`;

const still = (id: string, name: string): TwitchEmote => ({ id, name, animated: false });

/** Global emotes: well-known ids, and generated ones for the newer kinds. */
export const GLOBAL_EMOTES: readonly TwitchEmote[] = [
  still('25', 'Kappa'),
  still('425618', 'LUL'),
  still('305954156', 'PogChamp'),
  still('354', '4Head'),
  still('86', 'BibleThump'),
  still('58765', 'NotLikeThis'),
  still('81274', 'VoHiYo'),
  still('41', 'Kreygasm'),
  still('28087', 'WutFace'),
  still('120232', 'TriHard'),
  still('245', 'ResidentSleeper'),
  still('30259', 'HeyGuys'),
  still('64138', 'SeemsGood'),
  still('1', ':)'),
  still('9', '<3'),
  { id: idOf('global DinoDance', true), name: 'DinoDance', animated: true },
  { id: idOf('global PogBones', false), name: 'PogBones', animated: false },
];

/** A modified emote is in no list: its id is that of the plain emote with a suffix. */
export const MODIFIED_EMOTE: TwitchEmote = still('25_HF', 'Kappa_HF');

const CHANNEL_KINDS = [
  { suffix: 'Hype', animated: false, tier: '1000', type: 'subscriptions' },
  { suffix: 'Love', animated: false, tier: '1000', type: 'subscriptions' },
  { suffix: 'Dance', animated: true, tier: '1000', type: 'subscriptions' },
  { suffix: 'Gg', animated: false, tier: '2000', type: 'subscriptions' },
  { suffix: 'Crown', animated: false, tier: '3000', type: 'subscriptions' },
  { suffix: 'Lurk', animated: false, tier: '', type: 'follower' },
  { suffix: 'Bits', animated: false, tier: '', type: 'bitstier' },
] as const;

/** Prefix of an account's emotes. It stays the same after a rename. */
export const emotePrefix = ({ spec }: { readonly spec: { readonly displayName: string } }): string =>
  (spec.displayName.toLowerCase().replaceAll(/[^a-z0-9]/g, '') || 'chan').slice(0, 6);

/** The emotes of one account. */
export function channelEmotes(channel: {
  readonly userId: string;
  readonly spec: { readonly displayName: string };
}): readonly ChannelEmote[] {
  return CHANNEL_KINDS.map(({ suffix, animated, tier, type }) => ({
    id: idOf(`${channel.userId} ${suffix}`, animated),
    name: `${emotePrefix(channel)}${suffix}`,
    animated,
    tier,
    type,
    setId: String(300_000 + Number.parseInt(hexOf(`${channel.userId} ${tier}${type}`, 6), 16)),
  }));
}

/** Whether the CDN has an `animated` image for the id. */
export const isAnimatedEmote = (id: string): boolean => /^emotesv2_[0-9a-f]{31}a(_|$)/.test(id);
