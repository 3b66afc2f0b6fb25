import { hexOf } from '../seeded.js';
import type { TwitchChannelSpec } from '../twitch-spec.js';
import { emotePrefix } from './twitch-emotes.js';

export type ThirdPartySite = 'bttv' | 'ffz' | '7tv';

/**
 * An emote of a third-party site that viewers' browser extensions display, before conversion to that site's format.
 * Sizes are those of 1x, px.
 */
export interface ThirdPartyEmote {
  readonly site: ThirdPartySite;
  /** BTTV: 24 hex digits. FFZ: a number. 7TV: a ULID, or 24 hex digits for old ones. */
  readonly id: string;
  /** Name that users type in this channel. */
  readonly name: string;
  readonly animated: boolean;
  readonly width: number;
  readonly height: number;
  readonly imageType: 'png' | 'gif' | 'webp';
  /** Drawn over the emote before it. BTTV has no such field; clients know its names. */
  readonly zeroWidth: boolean;
  /** Only FFZ: bits of its effect on the emote before it; null: no modifier. */
  readonly modifierFlags: number | null;
  /** Available sizes. */
  readonly scales: readonly number[];
  /** Only 7TV: the emote's original name, if the channel renamed it. */
  readonly originalName: string;
}
type Given = Pick<ThirdPartyEmote, 'site' | 'name'> & Partial<ThirdPartyEmote>;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id in that site's format. */
function idOf(site: ThirdPartySite, seed: string): string {
  const hex = hexOf(`${site} ${seed}`, 48);
  if (site === 'ffz') return String(100_000 + (Number.parseInt(hex.slice(0, 6), 16) % 900_000));
  if (site === 'bttv') return hex.slice(0, 24);
  return `01${Array.from({ length: 24 }, (_, i) => CROCKFORD[Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16) % 32] ?? '0').join('')}`;
}

function emote(seed: string, given: Given): ThirdPartyEmote {
  const animated = given.animated ?? false;
  return {
    id: idOf(given.site, `${seed} ${given.name}`),
    animated,
    width: 28,
    height: 28,
    imageType: animated ? 'gif' : 'png',
    zeroWidth: false,
    modifierFlags: null,
    scales: given.site === '7tv' ? [1, 2, 3, 4] : given.site === 'ffz' ? [1, 2, 4] : [1, 2, 3],
    originalName: given.name,
    ...given,
  };
}

const BTTV_OVER = ['SoSnowy', 'IceCold', 'SantaHat', 'TopHat', 'ReinDeer', 'CandyCane', 'cvMask', 'cvHazmat'];
const BTTV_MODIFIERS = ['w!', 'h!', 'v!', 'z!', 'c!', 'l!', 'r!', 'p!', 's!'];

export const BTTV_GLOBAL: readonly ThirdPartyEmote[] = [
  ...['FeelsGoodMan', 'FeelsBadMan', 'monkaS', ':tf:', '(puke)'].map((name) => emote('global', { site: 'bttv', name })),
  emote('global', { site: 'bttv', name: 'catJAM', animated: true }),
  emote('global', { site: 'bttv', name: 'PepegaWide', width: 84, imageType: 'webp' }),
  ...BTTV_OVER.map((name) => emote('global', { site: 'bttv', name, zeroWidth: true, animated: name === 'SoSnowy' })),
  ...BTTV_MODIFIERS.map((name) => emote('global', { site: 'bttv', name, modifierFlags: 1 })),
];

/** Id of the set of effects: words that change the emote before them (docs/reference/twitch.md#third-party-emotes). */
export const FFZ_EFFECTS_SET = '1532818';
export const FFZ_EFFECTS: readonly ThirdPartyEmote[] = (
  [
    ['ffzW', 1 | 8],
    ['ffzX', 1 | 2],
    ['ffzY', 1 | 4],
    ['ffzCursed', 1 | 16_384],
    ['ffzSpin', 1 | 128],
    ['ffzRainbow', 1 | 2048],
  ] as const
).map(([name, modifierFlags]) => emote('global', { site: 'ffz', name, modifierFlags, scales: [1] }));
export const FFZ_GLOBAL: readonly ThirdPartyEmote[] = [
  emote('global', { site: 'ffz', name: 'LULW' }),
  emote('global', { site: 'ffz', name: 'OMEGALUL', width: 32, height: 32 }),
  emote('global', { site: 'ffz', name: 'ZrehplaR', width: 33, scales: [1] }),
  emote('global', { site: 'ffz', name: 'BlobRave', animated: true }),
];
/** Present in the response, but in no default set, so nobody may use it. */
export const FFZ_HIDDEN: readonly ThirdPartyEmote[] = [emote('hidden', { site: 'ffz', name: 'NotForAll' })];

export const SEVEN_TV_GLOBAL: readonly ThirdPartyEmote[] = [
  emote('global', { site: '7tv', name: 'EZ' }),
  emote('global', { site: '7tv', name: 'Clap', animated: true }),
  emote('global', { site: '7tv', name: 'RainTime', animated: true, zeroWidth: true }),
  emote('global', { site: '7tv', name: 'PeepoHat', zeroWidth: true, id: '60ae7316f7c927fad14e6ca2' }),
  emote('global', { site: '7tv', name: 'NoPictures', scales: [] }),
];

/**
 * Emotes of a channel at one of the sites. Some have the name of a global emote, and then replace it in this channel.
 */
export function channelThirdParty(
  channel: { readonly userId: string; readonly spec: { readonly displayName: string } },
  site: ThirdPartySite,
): readonly ThirdPartyEmote[] {
  const prefix = emotePrefix(channel);
  const own = (given: Omit<Given, 'site'>): ThirdPartyEmote => emote(channel.userId, { ...given, site });
  switch (site) {
    case 'bttv':
      return [
        own({ name: `${prefix}Wave` }),
        own({ name: `${prefix}Party`, animated: true }),
        own({ name: `${prefix}Soft`, imageType: 'webp' }),
      ];
    case 'ffz':
      return [
        own({ name: `${prefix}Nod` }),
        own({ name: `${prefix}Spin`, animated: true, width: 40, height: 30 }),
        own({ name: 'monkaS', width: 32 }),
      ];
    case '7tv':
      return [
        own({ name: `${prefix}Jam`, animated: true, originalName: 'catJAM' }),
        own({ name: `${prefix}Wide`, width: 96, height: 32 }),
        own({ name: `${prefix}Hat`, zeroWidth: true }),
        own({ name: 'OMEGALUL', width: 32, height: 32, originalName: 'OMEGALUL2' }),
      ];
  }
}
/** BTTV's shared emotes: one channel made them, other channels use them. */
export const BTTV_SHARED: readonly ThirdPartyEmote[] = [
  emote('shared', { site: 'bttv', name: 'HarborGull', animated: true }),
  emote('shared', { site: 'bttv', name: 'ppL', width: 32 }),
];

/** All emotes that a list of one of the sites may contain, for its image CDN. */
export function allThirdParty(
  channels: readonly Parameters<typeof channelThirdParty>[0][],
  site: ThirdPartySite,
): readonly ThirdPartyEmote[] {
  const global = {
    'bttv': [...BTTV_GLOBAL, ...BTTV_SHARED],
    'ffz': [...FFZ_GLOBAL, ...FFZ_EFFECTS, ...FFZ_HIDDEN],
    '7tv': SEVEN_TV_GLOBAL,
  }[site];
  return [...global, ...channels.flatMap((channel) => channelThirdParty(channel, site))];
}

/** Whether the account uses the site. Without a spec, it uses all three. */
export const isRegistered = ({ emoteSites }: TwitchChannelSpec, site: ThirdPartySite): boolean =>
  emoteSites?.some((name) => name === site || name === `${site}-empty`) ?? true;

/** Whether the account uses the site but has no emotes there. */
export const isEmptyAt = ({ emoteSites }: TwitchChannelSpec, site: ThirdPartySite): boolean =>
  emoteSites?.some((name) => name === `${site}-empty`) ?? false;
