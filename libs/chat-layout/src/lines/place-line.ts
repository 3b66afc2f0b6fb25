import { type PictureItem, type TextItem } from '../items/item.js';
import { type Geometry } from '../style.js';
import { type Direction, visualOrder } from '../text/bidi.js';
import { FONT_ASCENT, FONT_DESCENT, type TextMeasurer } from '../text/text-measurer.js';
import { boxWidth, textWidth } from './flow.js';
import { type Run } from './runs-of.js';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Text on one line, px from the message's upper left corner; `height` is that of the line. `rtl`: draw it right to
 * left, whatever its letters are. `exact` false: compress or stretch it to `width`. Spaces inside are `wordSpacing`
 * wider than those of the font. `baseline`: y of the text baseline, for a canvas.
 */
export interface TextBox extends Omit<TextItem, 'kind'>, Place {
  readonly kind: 'text';
  readonly rtl: boolean;
  readonly exact: boolean;
  readonly baseline: number;
}

/** A picture, scaled to fill its box. */
export interface PictureBox extends Pick<PictureItem, 'what' | 'key' | 'alt' | 'struck'>, Place {
  readonly kind: 'picture';
}

export type PlacedBox = TextBox | PictureBox;

/** Where a line goes: px in the message, and the direction of its text. */
export interface LinePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly direction: Direction;
  readonly geometry: Geometry;
  readonly measurer: TextMeasurer;
}
/** The boxes of one line, in reading order. */
export interface PlacedLine {
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
}

/** Places the runs of one line next to each other in visual order; returns the boxes in reading order. */
export function placeLine(runs: readonly Run[], place: LinePlace): PlacedLine {
  const { geometry, left, top, width, direction } = place;
  const widths = new Map(runs.map((run) => [run, runWidth(run, place)]));
  const height = Math.max(
    geometry.sectionHeight,
    ...runs.map((run) => (run.item.kind === 'picture' ? boxHeight(run.item, geometry.width) : 0)),
  );
  const total = runs.reduce((sum, run) => sum + (widths.get(run) ?? 0), 0);
  let x = direction === 'rtl' ? left + width - total : left;
  const placed: { readonly index: number; readonly boxes: readonly PlacedBox[] }[] = [];
  for (const run of visualOrder(runs)) {
    const own = widths.get(run) ?? 0;
    placed.push({ index: run.index, boxes: boxesOf(run, { x, top, height, width: own }, place) });
    x += own;
  }
  return { height, boxes: placed.sort((a, b) => a.index - b.index).flatMap((p) => p.boxes) };
}

function runWidth({ item, text, afterPicture }: Run, { geometry, measurer }: LinePlace): number {
  if (item.kind === 'gap') return item.width;
  return item.kind === 'picture'
    ? boxWidth(item, geometry.width)
    : textWidth(item, text, { geometry, measurer, afterPicture });
}

const boxHeight = (item: PictureItem, limit: number): number =>
  Math.max(...[item, ...item.overlays].map((p) => p.height * Math.min(1, limit / p.width)));

interface Slot {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function boxesOf(run: Run, slot: Slot, place: LinePlace): PlacedBox[] {
  if (run.item.kind === 'picture')
    return [run.item, ...run.item.overlays].map((picture) => pictureBox(picture, slot, place.geometry.width));
  return run.item.kind === 'text' ? textBox(run, slot, place) : [];
}

/** Centres a picture in its slot, which is as wide as the widest of the overlaid pictures. */
function pictureBox(
  { what, key, alt, struck, ...size }: PictureItem,
  { x, top, width, height }: Slot,
  limit: number,
): PictureBox {
  const scale = Math.min(1, limit / size.width);
  const own = { width: size.width * scale, height: size.height * scale };
  return {
    kind: 'picture',
    what,
    key,
    alt,
    struck,
    x: x + (width - own.width) / 2,
    y: top + (height - own.height) / 2,
    ...own,
  };
}

/** Spaces at the ends of a run retain their width but are not drawn. */
function textBox(
  { item, text, level, exact, afterPicture }: Run,
  { x, top, height }: Slot,
  { geometry, measurer }: LinePlace,
): PlacedBox[] {
  const word = text.trim();
  if (item.kind !== 'text' || word === '') return [];
  const { role, px, bold, struck, target } = item;
  const rtl = level % 2 === 1;
  const ahead = text.slice(0, text.length - text.trimStart().length);
  const behind = text.slice(text.trimEnd().length);
  const lead = rtl
    ? textWidth(item, behind, { geometry, measurer, afterPicture: false })
    : textWidth(item, ahead, { geometry, measurer, afterPicture });
  const baseline = top + (height - (FONT_ASCENT + FONT_DESCENT) * px) / 2 + FONT_ASCENT * px;
  return [
    {
      kind: 'text',
      text: word,
      role,
      px,
      bold,
      struck,
      target,
      rtl,
      exact,
      x: x + lead,
      y: top,
      width: textWidth(item, word, { geometry, measurer, afterPicture: false }),
      height,
      baseline,
    },
  ];
}
