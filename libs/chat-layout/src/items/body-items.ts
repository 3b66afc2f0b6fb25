import { type ChatFragment, type EmoteFragment } from '#libs/contracts';
import { type Geometry } from '../style.js';
import { type Item, type PictureItem, type TextRole } from './item.js';
import { textItems } from './text-items.js';

/**
 * Style of a message body: its basic role, whether it is struck through, and whether emotes are shown as pictures or as
 * their names.
 */
export interface BodyStyle {
  readonly role: TextRole;
  readonly struck: boolean;
  readonly emotes: boolean;
}

/** A cheermote at 1x (docs/reference/twitch.md#chat-pictures). */
const CHEER_PX = 28;
const BLANK = /^\s*$/;

/**
 * Converts a viewer's text to items. A zero-width emote is drawn on top of the preceding picture and replaces the space
 * between them; without a preceding picture it stands alone.
 */
export function bodyItems(fragments: readonly ChatFragment[], style: BodyStyle, geometry: Geometry): Item[] {
  const items: Item[] = [];
  for (const fragment of fragments) {
    const next = fragmentItems(fragment, style, geometry);
    const picture = next[0];
    if (fragment.type === 'emote' && fragment.zeroWidth && picture?.kind === 'picture' && overlay(items, picture))
      continue;
    items.push(...next);
  }
  return items;
}

/** Adds an emote on top of the last picture, if there is only white space between them. @returns whether it did */
function overlay(items: Item[], over: PictureItem): boolean {
  const last = items.at(-1);
  const blank = last?.kind === 'text' && BLANK.test(last.text);
  const base = blank ? items.at(-2) : last;
  if (base?.kind !== 'picture') return false;
  items.splice(blank ? -2 : -1, blank ? 2 : 1, { ...base, overlays: [...base.overlays, over] });
  return true;
}

function fragmentItems(fragment: ChatFragment, style: BodyStyle, geometry: Geometry): Item[] {
  const { role, struck } = style;
  switch (fragment.type) {
    case 'text':
      return textItems(fragment.text, { role, struck }, geometry);
    case 'mention':
      return textItems(
        fragment.text,
        { role: 'mention', bold: true, struck, target: { login: fragment.login } },
        geometry,
      );
    case 'link':
      return textItems(fragment.text, { role: 'link', struck, target: { url: fragment.url } }, geometry);
    case 'emote':
      return [emoteItem(fragment, style, geometry)];
    case 'cheer':
      return [
        ...cheerPicture(fragment, style, geometry),
        ...textItems(
          fragment.assetKey === null || !style.emotes
            ? `${fragment.prefix}${String(fragment.bits)}`
            : String(fragment.bits),
          { role: 'cheer', bold: true, struck },
          geometry,
        ),
      ];
  }
}

function emoteItem(
  { assetKey, name, width, height }: EmoteFragment,
  { struck, emotes }: BodyStyle,
  { emoteScale, fontPx }: Geometry,
): Item {
  if (assetKey === null || !emotes)
    return { kind: 'text', text: name, role: 'emote', px: fontPx, bold: false, struck, target: null };
  return {
    kind: 'picture',
    what: 'emote',
    key: assetKey,
    alt: name,
    width: width * emoteScale,
    height: height * emoteScale,
    struck,
    overlays: [],
  };
}

function cheerPicture(
  { assetKey, prefix, bits }: Extract<ChatFragment, { type: 'cheer' }>,
  { struck, emotes }: BodyStyle,
  { emoteScale, wordSpace }: Geometry,
): Item[] {
  if (assetKey === null || !emotes) return [];
  const size = CHEER_PX * emoteScale;
  return [
    {
      kind: 'picture',
      what: 'cheer',
      key: assetKey,
      alt: `${prefix}${String(bits)}`,
      width: size,
      height: size,
      struck,
      overlays: [],
    },
    { kind: 'gap', width: wordSpace / 2, glued: true },
  ];
}
