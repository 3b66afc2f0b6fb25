import { type Geometry } from '../style.js';
import { type Item, type TextItem } from '../items/item.js';
import { type TextMeasurer } from '../text/text-measurer.js';

/** U+FFFC represents a box, and a no-break space a glued gap, so that the Unicode algorithms process a single text. */
const OBJECT = '\ufffc';
const placeholderOf = (item: Item): string =>
  item.kind === 'text' ? item.text : item.kind === 'picture' ? OBJECT : item.glued ? '\u00a0' : ' ';

/** The part of an item within a range of the flow; `from` and `to` are positions in the item's own text. */
export interface Piece {
  readonly item: Item;
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly afterPicture: boolean;
}

/** Items as one text, in reading order, that can be cut at any position. */
export interface Flow {
  readonly text: string;
  readonly pieces: (from: number, to: number) => Piece[];
  readonly width: (from: number, to: number) => number;
}

/** Joins items to one text and measures ranges of it. */
export function flowOf(items: readonly Item[], geometry: Geometry, measurer: TextMeasurer): Flow {
  const parts = items.map(placeholderOf);
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += part.length;
  }
  const pieces = (from: number, to: number): Piece[] =>
    items.flatMap((item, i) => {
      const start = starts[i] ?? 0;
      const a = Math.max(from, start);
      const b = Math.min(to, start + (parts[i]?.length ?? 0));
      return a < b
        ? [
            {
              item,
              from: a - start,
              to: b - start,
              at: a,
              afterPicture: a === start && items[i - 1]?.kind === 'picture',
            },
          ]
        : [];
    });
  return {
    text: parts.join(''),
    pieces,
    width: (from, to) => pieces(from, to).reduce((sum, piece) => sum + pieceWidth(piece, geometry, measurer), 0),
  };
}

/** Width in px. The style and not the font sets the width of a space; after a picture it is the emote space. */
function pieceWidth({ item, from, to, afterPicture }: Piece, geometry: Geometry, measurer: TextMeasurer): number {
  if (item.kind === 'gap') return item.width;
  if (item.kind === 'picture') return boxWidth(item, geometry.width);
  return textWidth(item, item.text.slice(from, to), { geometry, measurer, afterPicture });
}

/** Width of a picture including its overlays, at most `limit`, so that an oversized picture fits on a line. */
export const boxWidth = (item: Extract<Item, { kind: 'picture' }>, limit: number): number =>
  Math.min(limit, Math.max(item.width, ...item.overlays.map((o) => o.width)));

interface Measuring {
  readonly geometry: Geometry;
  readonly measurer: TextMeasurer;
  readonly afterPicture: boolean;
}

export function textWidth(
  { px, bold }: TextItem,
  text: string,
  { geometry, measurer, afterPicture }: Measuring,
): number {
  let spaces = 0;
  const letters = text.replaceAll(' ', () => {
    spaces += 1;
    return '';
  });
  const first = afterPicture && text.startsWith(' ') ? geometry.emoteSpace - geometry.wordSpace : 0;
  return measurer.advance(letters, { px, bold }).width + spaces * geometry.wordSpace + first;
}
