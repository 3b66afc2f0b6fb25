import { uuidOf } from '../seeded.js';

/** One badge, which Helix, GQL and the image CDN each represent differently. */
export interface BadgeVersion {
  readonly setId: string;
  /** Not always a number, for example `blue-1`. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** Part of the image's address. */
  readonly uuid: string;
  /** The account that owns the badge; null: a global badge. */
  readonly userId: string | null;
}

export const IMAGE_HOST = 'static-cdn.jtvnw.net';

const badge =
  (userId: string | null) =>
  (setId: string, version: string, [title, description = title]: readonly [string, string?]): BadgeVersion => ({
    setId,
    version,
    title,
    description,
    uuid: uuidOf(`badge ${userId ?? 'global'} ${setId}/${version}`),
    userId,
  });
const everybodys = badge(null);
const counted = (setId: string, numbers: readonly number[], title: (n: number) => string): readonly BadgeVersion[] =>
  numbers.map((n) => everybodys(setId, String(n), [title(n)]));

/** A selection of the site's global badges. */
export const GLOBAL_BADGES: readonly BadgeVersion[] = [
  everybodys('admin', '1', ['Admin']),
  everybodys('artist-badge', '1', ['Artist', 'Artist on this Channel']),
  ...counted('bits', [1, 100, 1000, 5000, 10_000, 25_000, 50_000, 75_000, 100_000], (n) => `cheer ${String(n)}`),
  ...counted('bits-leader', [1, 2, 3], (n) => `Bits Leader ${String(n)}`),
  everybodys('broadcaster', '1', ['Broadcaster']),
  everybodys('founder', '0', ['Founder']),
  everybodys('glhf-pledge', '1', ['GLHF Pledge']),
  everybodys('global_mod', '1', ['Global Moderator']),
  ...counted('hype-train', [1, 2], (n) => (n === 1 ? 'Current Hype Train Conductor' : 'Former Hype Train Conductor')),
  everybodys('moderator', '1', ['Moderator']),
  everybodys('moments', '1', ['Moments Badge - Tier 1', 'Earned for being a part of at least 1 moment on a channel']),
  everybodys('no_audio', '1', ['Watching without audio']),
  everybodys('no_video', '1', ['Listening only']),
  everybodys('partner', '1', ['Verified']),
  everybodys('predictions', 'blue-1', ['Predicted Blue (1)']),
  everybodys('predictions', 'pink-2', ['Predicted Pink (2)']),
  everybodys('premium', '1', ['Prime Gaming']),
  everybodys('social-sharing', '1', ['Clip Star']),
  everybodys('staff', '1', ['Staff']),
  ...counted('sub-gifter', [1, 5, 10, 25, 50, 100], (n) => `${String(n)} Gift Subs`),
  everybodys('subscriber', '0', ['Subscriber']),
  everybodys('turbo', '1', ['Turbo']),
  everybodys('vip', '1', ['VIP']),
];

const MONTHS = [0, 2, 3, 6, 9, 12, 18, 24, 36, 60];
/** Subscribers of tier 2 or 3 have other versions of the same badge: 2000 or 3000 is added. */
const TIERS = [
  [0, ''],
  [2000, ' (Tier 2)'],
  [3000, ' (Tier 3)'],
] as const;
const lengthOf = (months: number): string =>
  months === 0
    ? 'Subscriber'
    : months % 12 === 0
      ? `${String(months / 12)}-Year Subscriber`
      : `${String(months)}-Month Subscriber`;

/** Badges of an account: subscriber badges of several durations and tiers, and its own image for 1000 bits. */
export function channelBadges(userId: string): readonly BadgeVersion[] {
  const own = badge(userId);
  return [
    own('bits', '1000', ['cheer 1000']),
    ...TIERS.flatMap(([offset, tier]) =>
      MONTHS.map((months) => own('subscriber', String(offset + months), [`${lengthOf(months)}${tier}`])),
    ),
  ];
}

/** @param cdn `exchange.base(IMAGE_HOST)` @param scale 1, 2 or 3: 18, 36, 72 px */
export const badgeUrl = (cdn: string, { uuid }: BadgeVersion, scale: 1 | 2 | 3): string =>
  `${cdn}/badges/v1/${uuid}/${String(scale)}`;

/**
 * `data` of Helix's `/chat/badges` and `/chat/badges/global`
 * (https://dev.twitch.tv/docs/api/reference/#get-global-chat-badges).
 */
export function helixBadges(badges: readonly BadgeVersion[], cdn: string): readonly object[] {
  return [...Map.groupBy(badges, ({ setId }) => setId)].map(([setId, versions]) => ({
    set_id: setId,
    versions: versions.map((one) => ({
      id: one.version,
      image_url_1x: badgeUrl(cdn, one, 1),
      image_url_2x: badgeUrl(cdn, one, 2),
      image_url_4x: badgeUrl(cdn, one, 3),
      title: one.title,
      description: one.description,
      click_action: one.setId === 'subscriber' ? 'subscribe_to_channel' : null,
      click_url: null,
    })),
  }));
}

const GQL_SCALES = { NORMAL: 1, DOUBLE: 2, QUADRUPLE: 3 } as const;

/**
 * `badges` and `user.broadcastBadges` of GQL (docs/reference/twitch.md#gql). There, the id is opaque: base64 of
 * `set;version;user`.
 * @param size the argument of `imageURL`
 */
export const gqlBadges = (
  badges: readonly BadgeVersion[],
  cdn: string,
  size: keyof typeof GQL_SCALES = 'DOUBLE',
): readonly object[] =>
  badges.map((one) => ({
    id: Buffer.from(`${one.setId};${one.version};${one.userId ?? ''}`).toString('base64'),
    setID: one.setId,
    version: one.version,
    title: one.title,
    description: one.description,
    imageURL: badgeUrl(cdn, one, GQL_SCALES[size]),
  }));
