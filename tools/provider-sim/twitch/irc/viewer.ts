import { Seeded, hexOf, seedOf } from '../seeded.js';

/** A user of the chat. */
export interface Viewer {
  readonly login: string;
  /** Can be empty, in a non-latin script, or end with a space. */
  readonly displayName: string;
  readonly userId: string;
  /** `#RRGGBB`; '' means none. */
  readonly color: string;
  /** In the format of the tag: `moderator/1,subscriber/12`. */
  readonly badges: string;
  readonly badgeInfo: string;
  readonly isMod: boolean;
  readonly isVip: boolean;
  readonly isSubscriber: boolean;
}

/** The giver of anonymous gifts (docs/reference/twitch.md#chat-lines). */
export const ANONYMOUS_GIFTER: Viewer = {
  login: 'ananonymousgifter',
  displayName: 'AnAnonymousGifter',
  userId: '274598607',
  color: '',
  badges: '',
  badgeInfo: '',
  isMod: false,
  isVip: false,
  isSubscriber: false,
};

const NAMES = [
  'PixelPenguin',
  'tidewatcher',
  'Lumi_Nova',
  'oatmilk_otter',
  'GrumpyGoblin',
  'maplebyte',
  'Quokka42',
  'saltmarsh',
  'NeonNarwhal',
  'threadneedle',
  'KettleOn',
  'fogbank_',
  'JuniperJay',
  'sir_reginald_the_very_3rd',
  'Mossy',
  'bitrate_bandit',
  'AuroraAsh',
  'plum_pudding',
  'Cobalt_Cat',
  'lazyriver',
  'TofuTycoon',
  'wren',
  'HexagonHal',
  'sunday_driver',
  'MintCondition',
  'gale_force_8',
  'PebbleDash',
  'ninelives',
  'Marrow',
  'quietstorm',
];
/** Display names in another script; they belong to a latin login. */
const LOCALISED = [
  ['kimminji', '김민지'],
  ['sakuramochi', 'さくらもち'],
  ['xiaolong88', '小龙'],
  ['mshmsh', 'مشمش'],
] as const;
const COLORS = [
  '#FF4500',
  '#1E90FF',
  '#9ACD32',
  '#FF69B4',
  '#00FF7F',
  '#8A2BE2',
  '#DAA520',
  '#5F9EA0',
  '#000000',
  '#0000FF',
  '#FFFFFF',
  '#B22222',
];

interface Standing extends Pick<Viewer, 'badges' | 'badgeInfo'> {
  readonly as?: 'mod' | 'vip';
}
const NOBODY: Standing = { badges: '', badgeInfo: '' };
const STANDINGS: readonly Standing[] = [
  NOBODY,
  NOBODY,
  { badges: 'subscriber/0', badgeInfo: 'subscriber/1' },
  { badges: 'subscriber/3,premium/1', badgeInfo: 'subscriber/4' },
  { badges: 'moderator/1,subscriber/12,bits/1000', badgeInfo: 'subscriber/17', as: 'mod' },
  { badges: 'vip/1,subscriber/24', badgeInfo: 'subscriber/34', as: 'vip' },
  { badges: 'subscriber/3006', badgeInfo: 'subscriber/8' },
  { badges: 'premium/1', badgeInfo: '' },
  { badges: 'bits/100', badgeInfo: '' },
  { badges: 'turbo/1', badgeInfo: '' },
  { badges: 'predictions/blue-1,subscriber/6', badgeInfo: 'predictions/Blue⸝ the fast one,subscriber/7' },
  { badges: 'sub-gifter/5', badgeInfo: '' },
  { badges: 'no_audio/1', badgeInfo: '' },
  { badges: 'no_video/1', badgeInfo: '' },
  { badges: 'subscriber/999', badgeInfo: 'subscriber/99' },
];

function viewer(
  [login, displayName]: readonly [string, string],
  { as, badges, badgeInfo }: Standing,
  chance: Seeded,
): Viewer {
  return {
    login,
    displayName,
    userId: String(50_000_000 + Number.parseInt(hexOf(login, 6), 16)),
    color: chance.chance(0.15) ? '' : chance.pick(COLORS),
    badges,
    badgeInfo,
    isMod: as === 'mod',
    isVip: as === 'vip',
    isSubscriber: badges.includes('subscriber/'),
  };
}

/**
 * The users of a channel's chat; they cover every role. `ninelives` and `wren` always have unusual names: an empty one,
 * and one with a trailing space.
 */
export function castOf(seed: number): readonly Viewer[] {
  const chance = new Seeded(seed);
  const standings = chance.shuffled(STANDINGS);
  const all = [...NAMES.map((name) => [name.toLowerCase(), name] as const), ...LOCALISED].map((name, i) =>
    viewer(name, standings[i % standings.length] ?? NOBODY, chance),
  );
  return all.map((one) =>
    one.login === 'ninelives'
      ? { ...one, displayName: '' }
      : one.login === 'wren'
        ? { ...one, displayName: 'Wren ' }
        : one,
  );
}

/** The broadcaster of a channel as a chat user. */
export const broadcasterOf = (channel: {
  readonly login: string;
  readonly displayName: string;
  readonly userId: string;
}): Viewer => ({
  login: channel.login,
  displayName: channel.displayName,
  userId: channel.userId,
  color: '#E2B04A',
  badges: 'broadcaster/1,subscriber/0',
  badgeInfo: 'subscriber/60',
  isMod: false,
  isVip: false,
  isSubscriber: true,
});

/** A user with a login of the caller's choice. */
export const guest = (login: string): Viewer => viewer([login.toLowerCase(), login], NOBODY, new Seeded(seedOf(login)));
