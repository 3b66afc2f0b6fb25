import {
  GLOBAL_BADGES,
  IMAGE_HOST,
  badgeUrl,
  channelBadges,
  gqlBadges,
  type BadgeVersion,
} from '../emotes/badge-data.js';
import {
  CHEER_HOST,
  GLOBAL_CHEERMOTES,
  GQL_CHEER_DISPLAY,
  channelCheermotes,
  gqlCheerGroups,
} from '../emotes/cheer-data.js';
import type { GqlContext } from './gql-context.js';

const SCALES = { NORMAL: 1, DOUBLE: 2, QUADRUPLE: 3 } as const;
interface SizeArgs {
  readonly size?: keyof typeof SCALES | null;
}

function withSizes(badges: readonly BadgeVersion[], { exchange }: GqlContext): readonly object[] {
  const cdn = exchange.base(IMAGE_HOST);
  const rows = gqlBadges(badges, cdn);
  return badges.map((badge, i) => ({
    ...rows[i],
    imageURL: ({ size }: SizeArgs) => badgeUrl(cdn, badge, SCALES[size ?? 'NORMAL']),
  }));
}

export const badgesOf = (context: GqlContext, userId: string): readonly object[] =>
  withSizes(channelBadges(userId), context);

export function cheerGroupsOf({ ports, exchange }: GqlContext, userId: string): readonly object[] {
  const account = ports.world.byId(userId);
  return account ? gqlCheerGroups(channelCheermotes(account), exchange.base(CHEER_HOST)) : [];
}

/** Global chat images of all channels (docs/reference/twitch.md#chat-pictures). */
export const CHAT_ROOT = {
  badges: (_: object, context: GqlContext) => withSizes(GLOBAL_BADGES, context),
  cheerConfig: (_: object, { exchange }: GqlContext) => ({
    displayConfig: GQL_CHEER_DISPLAY,
    groups: gqlCheerGroups(GLOBAL_CHEERMOTES, exchange.base(CHEER_HOST)),
  }),
};
