import { type Geometry } from '../style.js';
import { clustersOf, isEmoji } from '../text/clusters.js';
import { type Item, type PictureItem, type TextItem, type TextRole } from './item.js';

/** Appearance of a text. `px`: its font size; default: that of the chat. */
export interface TextStyle {
  readonly role: TextRole;
  readonly bold?: boolean;
  readonly struck?: boolean;
  readonly px?: number;
  readonly target?: TextItem['target'];
}

const MAY_HOLD_EMOJI = /[\u0080-\uffff]/;

/** Converts text to items: runs of letters, and a box for each emoji. */
export function textItems(
  text: string,
  { role, bold = false, struck = false, px, target = null }: TextStyle,
  geometry: Geometry,
): Item[] {
  const clean = cleanText(text);
  const item = (part: string): TextItem => ({
    kind: 'text',
    text: part,
    role,
    px: px ?? geometry.fontPx,
    bold,
    struck,
    target,
  });
  if (clean === '') return [];
  if (!MAY_HOLD_EMOJI.test(clean)) return [item(clean)];
  const items: Item[] = [];
  let letters = '';
  const flush = (): void => {
    if (letters !== '') items.push(item(letters));
    letters = '';
  };
  for (const cluster of clustersOf(clean)) {
    if (isEmoji(cluster)) {
      flush();
      items.push(emoji(cluster, struck, geometry));
    } else letters += cluster;
  }
  flush();
  return items;
}

const emoji = (cluster: string, struck: boolean, { emojiPx }: Geometry): PictureItem => ({
  kind: 'picture',
  what: 'emoji',
  key: cluster,
  alt: cluster,
  width: emojiPx,
  height: emojiPx,
  struck,
  overlays: [],
});

/** Control characters, such as line breaks and tabs, become spaces. */
const CONTROL_CHARS = /\p{Cc}+/gu;
/**
 * Explicit direction marks (UAX 9 section 2) would affect text after the message. The letters determine the direction.
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Cleans a text for the display in one flow of words; the message in the file is not changed. */
const cleanText = (text: string): string => text.replace(CONTROL_CHARS, ' ').replace(DIRECTION_CONTROLS, '');
