import { type TdPicture } from './td-chat.js';
import { TdBadge, TdCheer, TdEmote } from './td-chat.wire.js';

interface Sized {
  readonly id: string;
  readonly imageScale: number;
  readonly width: number;
  readonly height: number;
  readonly data: string;
}

/**
 * Pictures of one element of `embeddedData`; none for an invalid element. A message then shows a word instead of the
 * picture.
 */
export function picturesOf(list: string, element: unknown): readonly TdPicture[] {
  if (list === 'thirdParty' || list === 'firstParty') return emotesOf(element, list === 'firstParty');
  if (list === 'twitchBadges') return badgesOf(element);
  return list === 'twitchBits' ? cheersOf(element) : [];
}

function emotesOf(element: unknown, isFirstParty: boolean): TdPicture[] {
  const found = TdEmote.safeParse(element);
  return found.success
    ? [
        {
          bytes: bytesOf(found.data.data),
          asset: {
            kind: 'emote',
            id: found.data.id,
            name: found.data.name,
            zeroWidth: found.data.isZeroWidth,
            isFirstParty,
            ...atOne(found.data),
          },
        },
      ]
    : [];
}

function badgesOf(element: unknown): TdPicture[] {
  const found = TdBadge.safeParse(element);
  if (!found.success) return [];
  const { name, versions } = found.data;
  // These pictures have twice their 1x size.
  return Object.entries(versions).flatMap(([version, badge]) =>
    badge
      ? [
          {
            bytes: bytesOf(badge.bytes),
            asset: {
              kind: 'badge' as const,
              id: `${name}/${version}`,
              name: badge.title,
              zeroWidth: false,
              isFirstParty: true,
              width: 18,
              height: 18,
              scale: 2,
            },
          },
        ]
      : [],
  );
}

function cheersOf(element: unknown): TdPicture[] {
  const found = TdCheer.safeParse(element);
  if (!found.success) return [];
  const { prefix, tierList } = found.data;
  return Object.entries(tierList).flatMap(([bits, tier]) =>
    tier
      ? [
          {
            bytes: bytesOf(tier.data),
            asset: {
              kind: 'cheer' as const,
              id: `${prefix}/${bits}`,
              name: prefix,
              zeroWidth: false,
              isFirstParty: true,
              ...atOne(tier),
            },
          },
        ]
      : [],
  );
}

function atOne({ imageScale, width, height }: Sized): { width: number; height: number; scale: number } {
  const scale = imageScale > 0 ? imageScale : 1;
  return { width: width / scale, height: height / scale, scale };
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');
