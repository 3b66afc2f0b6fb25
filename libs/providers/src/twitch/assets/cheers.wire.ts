import { z } from 'zod';
import { type ChatAsset } from '../../kit/chat-source.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import { answerOf, rowsOf } from '../http/read-json.js';

const Node = z.object({ prefix: z.string().min(1), tiers: z.array(z.object({ bits: z.int().positive() })).catch([]) });
const Group = z.object({ nodes: z.array(z.unknown()).nullish(), templateURL: z.string().min(1) });
const Groups = z.array(z.unknown()).nullish();
const Data = z.object({
  cheerConfig: z.object({ groups: Groups }).nullish(),
  user: z.object({ cheer: z.object({ cheerGroups: Groups }).nullish() }).nullish(),
});

/**
 * Colours of the number next to the image, by minimum bits; the same for all cheermotes
 * (https://dev.twitch.tv/docs/api/reference/#get-cheermotes).
 */
const COLORS = [
  [100_000, '#f3a71a'],
  [10_000, '#f43021'],
  [5000, '#0099fe'],
  [1000, '#1db2a5'],
  [100, '#9c3ee8'],
] as const;
const LOWEST_COLOR = '#979797';
/** Width and height of a cheermote, px at 1x. */
const SIZE = 28;
const SCALES = [4, 3, 2, 1] as const;
/** Values of ANIMATION and EXTENSION in a template. */
const IMAGE_KINDS = [
  ['animated', 'gif'],
  ['static', 'png'],
] as const;

const FIELDS = 'nodes { id prefix tiers { bits } } templateURL';
/**
 * Requests the global cheermotes and those of a channel from the web player's API, which needs no token for it
 * (docs/reference/twitch.md#gql).
 */
export const cheersQuestion = (userId: string): GqlOperation => ({
  operationName: 'Cheermotes',
  variables: { id: userId },
  hashes: [],
  query: `query Cheermotes($id: ID!) { cheerConfig { groups { ${FIELDS} } } user(id: $id) { id cheer { cheerGroups { ${FIELDS} } } } }`,
});

/** @param address turns the address of an image into the one to load; null for an invalid one */
export function readCheers(data: unknown, address: (url: string) => string | null): readonly ChatAsset[] {
  const { cheerConfig, user } = answerOf(Data, data);
  return [
    ...cheersOf(cheerConfig?.groups ?? [], true, address),
    ...cheersOf(user?.cheer?.cheerGroups ?? [], false, address),
  ];
}

function cheersOf(
  groups: readonly unknown[],
  global: boolean,
  address: (url: string) => string | null,
): readonly ChatAsset[] {
  return rowsOf(Group, groups).flatMap(({ nodes, templateURL }) =>
    rowsOf(Node, nodes ?? []).flatMap(({ prefix, tiers }) =>
      tiers.map(({ bits }): ChatAsset => ({
        kind: 'cheer',
        source: 'twitch',
        id: `${prefix}/${bits}`,
        name: prefix,
        zeroWidth: false,
        global,
        color: colorOf(bits),
        width: SIZE,
        height: SIZE,
        urls: imagesOf(templateURL, { PREFIX: prefix.toLowerCase(), TIER: String(bits) }, address),
      })),
    ),
  );
}

/** Addresses of the animated images, then of the static ones, the largest first. */
const imagesOf = (
  template: string,
  cheer: { readonly PREFIX: string; readonly TIER: string },
  address: (url: string) => string | null,
): ChatAsset['urls'] =>
  IMAGE_KINDS.flatMap(([ANIMATION, EXTENSION]) =>
    SCALES.flatMap((scale) => {
      const values = { ...cheer, BACKGROUND: 'dark', ANIMATION, EXTENSION, SCALE: String(scale) };
      const url = address(fillTemplate(template, values));
      return url === null ? [] : [{ url, scale }];
    }),
  );

const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/PREFIX|BACKGROUND|ANIMATION|TIER|SCALE|EXTENSION/g, (name) =>
    encodeURIComponent(values[name] ?? name),
  );

const colorOf = (bits: number): string => COLORS.find(([from]) => bits >= from)?.[1] ?? LOWEST_COLOR;
