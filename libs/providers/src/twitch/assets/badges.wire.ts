import { z } from 'zod';
import { type ChatAsset } from '../../kit/chat-source.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import { answerOf, rowsOf } from '../http/read-json.js';

const Badge = z.object({
  setID: z.string().min(1),
  version: z.string(),
  title: z.string().catch(''),
  x1: z.string().nullish(),
  x2: z.string().nullish(),
  x4: z.string().nullish(),
});
const Data = z.object({
  badges: z.array(z.unknown()).nullish(),
  user: z.object({ broadcastBadges: z.array(z.unknown()).nullish() }).nullish(),
});
/** Size of a badge, px at 1x. */
const SIZE = 18;

const FIELDS =
  'setID version title x1: imageURL(size: NORMAL) x2: imageURL(size: DOUBLE) x4: imageURL(size: QUADRUPLE)';
/**
 * Requests the global badges and those of a channel from the web player's API, which needs no token for it
 * (docs/reference/twitch.md#gql).
 */
export const badgesQuestion = (userId: string): GqlOperation => ({
  operationName: 'ChatBadges',
  variables: { id: userId },
  hashes: [],
  query: `query ChatBadges($id: ID!) { badges { ${FIELDS} } user(id: $id) { id broadcastBadges { ${FIELDS} } } }`,
});

/** @param address returns null for an invalid address */
export function readBadges(data: unknown, address: (url: string) => string | null): readonly ChatAsset[] {
  const { badges, user } = answerOf(Data, data);
  return [...badgesOf(badges ?? [], true, address), ...badgesOf(user?.broadcastBadges ?? [], false, address)];
}

function badgesOf(
  rows: readonly unknown[],
  global: boolean,
  address: (url: string) => string | null,
): readonly ChatAsset[] {
  return rowsOf(Badge, rows).map(({ setID, version, title, x1, x2, x4 }) => ({
    kind: 'badge',
    source: 'twitch',
    id: `${setID}/${version}`,
    name: title,
    zeroWidth: false,
    global,
    color: null,
    width: SIZE,
    height: SIZE,
    urls: (
      [
        [x4, 4],
        [x2, 2],
        [x1, 1],
      ] as const
    ).flatMap(([given, scale]) => {
      const url = given ? address(given) : null;
      return url === null ? [] : [{ url, scale }];
    }),
  }));
}
