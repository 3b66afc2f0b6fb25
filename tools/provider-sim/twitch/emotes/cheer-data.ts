import { uuidOf } from '../seeded.js';
import { emotePrefix } from './twitch-emotes.js';

/** Host of the cheermote images. */
export const CHEER_HOST = 'd3aqoihi2n8ty8.cloudfront.net';

interface CheerTier {
  readonly bits: number;
  readonly color: string;
}
/** A word that becomes a cheer when a number follows it, for example `Cheer100`. */
export interface Cheermote {
  readonly prefix: string;
  readonly tiers: readonly CheerTier[];
  /** The account that owns it; null: a global cheermote. */
  readonly userId: string | null;
}

const TIERS: readonly CheerTier[] = [
  { bits: 1, color: '#979797' },
  { bits: 100, color: '#9c3ee8' },
  { bits: 1000, color: '#1db2a5' },
  { bits: 5000, color: '#0099fe' },
  { bits: 10_000, color: '#f43021' },
];
const TOP: CheerTier = { bits: 100_000, color: '#f3a71a' };
const SCALES = ['1', '1.5', '2', '3', '4'] as const;
const BACKGROUNDS = ['dark', 'light'] as const;

/** Global cheermotes; `Cheer` has a tier that the others lack. */
export const GLOBAL_CHEERMOTES: readonly Cheermote[] = ['Cheer', 'PogChamp', 'Kappa', 'Corgo', 'uni'].map(
  (prefix, i) => ({ prefix, tiers: i === 0 ? [...TIERS, TOP] : TIERS, userId: null }),
);

/** The cheermotes of an account. */
export const channelCheermotes = (channel: {
  readonly userId: string;
  readonly spec: { readonly displayName: string };
}): readonly Cheermote[] => [{ prefix: `${emotePrefix(channel)}Cheer`, tiers: TIERS, userId: channel.userId }];

/** Address template of a group's images. @param cdn `exchange.base(CHEER_HOST)` */
export const cheerTemplate = (cdn: string, userId: string | null): string =>
  `${cdn}/${userId === null ? 'actions' : `partner-actions/${userId}/${uuidOf(`cheer ${userId}`)}`}/PREFIX/BACKGROUND/ANIMATION/TIER/SCALE.EXTENSION`;

interface Picture {
  readonly background: string;
  readonly isAnimated: boolean;
  readonly bits: number;
  readonly scale: string;
}
const pictureUrl = (
  cdn: string,
  { prefix, userId }: Cheermote,
  { background, isAnimated, bits, scale }: Picture,
): string =>
  cheerTemplate(cdn, userId)
    .replace('PREFIX', prefix.toLowerCase())
    .replace('BACKGROUND', background)
    .replace('ANIMATION', isAnimated ? 'animated' : 'static')
    .replace('TIER', String(bits))
    .replace('SCALE', scale)
    .replace('EXTENSION', isAnimated ? 'gif' : 'png');

/** `data` of Helix's `/bits/cheermotes`. */
export const helixCheermotes = (cheermotes: readonly Cheermote[], cdn: string): readonly object[] =>
  cheermotes.map((cheermote, order) => ({
    prefix: cheermote.prefix,
    type: cheermote.userId === null ? 'global_first_party' : 'channel_custom',
    order: order + 1,
    last_updated: '2018-05-22T00:06:04Z',
    is_charitable: false,
    tiers: cheermote.tiers.map(({ bits, color }) => ({
      min_bits: bits,
      id: String(bits),
      color,
      can_cheer: true,
      show_in_bits_card: true,
      images: Object.fromEntries(
        BACKGROUNDS.map((background) => [
          background,
          Object.fromEntries(
            (['animated', 'static'] as const).map((kind) => [
              kind,
              Object.fromEntries(
                SCALES.map((scale) => [
                  scale,
                  pictureUrl(cdn, cheermote, { background, isAnimated: kind === 'animated', bits, scale }),
                ]),
              ),
            ]),
          ),
        ]),
      ),
    })),
  }));

/**
 * `cheerConfig.groups` and `user.cheer.cheerGroups` of GQL (docs/reference/twitch.md#gql): one group per address
 * template; the nodes contain no images.
 */
export const gqlCheerGroups = (cheermotes: readonly Cheermote[], cdn: string): readonly object[] =>
  [...Map.groupBy(cheermotes, ({ userId }) => userId)].map(([userId, group]) => ({
    nodes: group.map(({ prefix, tiers }) => ({
      id: Buffer.from(`${prefix};prefix`).toString('base64'),
      prefix,
      tiers: tiers.map(({ bits }) => ({ bits })),
    })),
    templateURL: cheerTemplate(cdn, userId),
  }));

/** `cheerConfig.displayConfig` of GQL. */
export const GQL_CHEER_DISPLAY: object = {
  backgrounds: BACKGROUNDS,
  order: GLOBAL_CHEERMOTES.map(({ prefix }) => prefix),
  scales: SCALES,
  colors: [...TIERS, TOP].map(({ bits, color }) => ({ bits, color })),
  types: [
    { animation: 'animated', extension: 'gif' },
    { animation: 'static', extension: 'png' },
  ],
};
