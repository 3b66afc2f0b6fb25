import { type ChatMessage } from '#libs/contracts';
import { type Item } from './items/item.js';
import { type LayoutTexts, sectionsOf, type ShowOptions } from './items/sections-of.js';
import { breakLines } from './lines/break-lines.js';
import { cutToLine } from './lines/cut-to-line.js';
import { flowOf } from './lines/flow.js';
import { placeLine, type PlacedBox } from './lines/place-line.js';
import { runsOf } from './lines/runs-of.js';
import { type Geometry, geometryOf, type LayoutStyle } from './style.js';
import { type Direction, directionOf, levelsOf } from './text/bidi.js';
import { type TextMeasurer } from './text/text-measurer.js';
import { isDeletedAt } from './time/apply-moderation.js';

/** The strongest reason for an accent on a message; null: no accent. */
export type Accent = 'notice' | 'highlighted' | 'bits' | 'first' | null;

/** What decides the layout of one message. */
export interface LayoutInput {
  readonly message: ChatMessage;
  /** File time, ms: a message that is deleted later is still shown unchanged. */
  readonly t: number;
  readonly style: LayoutStyle;
  readonly show: ShowOptions;
  readonly texts: LayoutTexts;
  readonly measurer: TextMeasurer;
}

/**
 * Layout of one message: boxes in reading order, px from its upper left corner; `height` includes the padding above and
 * below. `frame`: the box behind an accented message; its left edge is a `stroke` wide in the accent's colour.
 */
export interface MessageLayout {
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly accent: Accent;
  readonly frame: { readonly y: number; readonly height: number; readonly stroke: number } | null;
}

/** Computes the layout of one message. The same arguments give the same result in browser and server. */
export function layoutMessage({ message, t, style, show, texts, measurer }: LayoutInput): MessageLayout {
  const geometry = geometryOf(style);
  const accent = accentOf(message);
  const pad = geometry.verticalPadding / 2;
  const inner = accent === null ? pad : pad * 2;
  const left = geometry.sidePadding + (accent === null ? 0 : geometry.accentIndent);
  const width = Math.max(1, geometry.width - left - geometry.sidePadding);
  const direction = directionOf(bodyText(message));
  let y = inner;
  const boxes: PlacedBox[] = [];
  for (const section of sectionsOf({ message, isDeleted: isDeletedAt(message, t), show, texts, geometry })) {
    const items = section.cut ? cutToLine(section.items, width, { geometry, measurer }) : section.items;
    for (const line of placeItems(items, { left, top: y, width, direction, geometry, measurer })) {
      boxes.push(...line.boxes);
      y += line.height;
    }
  }
  const height = y + inner;
  return {
    height,
    boxes,
    accent,
    frame: accent === null ? null : { y: pad / 2, height: height - pad, stroke: geometry.accentStroke },
  };
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly direction: Direction;
  readonly geometry: Geometry;
  readonly measurer: TextMeasurer;
}

function placeItems(
  items: readonly Item[],
  frame: Frame,
): { readonly height: number; readonly boxes: readonly PlacedBox[] }[] {
  const flow = flowOf(items, frame.geometry, frame.measurer);
  const levels = levelsOf(flow.text, frame.direction);
  let top = frame.top;
  return breakLines(flow, frame.width).map(({ from, to }) => {
    const line = placeLine(runsOf(flow.pieces(from, to), levels, frame.measurer), { ...frame, top });
    top += line.height;
    return line;
  });
}

function accentOf({ notice, flags }: ChatMessage): Accent {
  if (notice !== null) return 'notice';
  if (flags.highlighted) return 'highlighted';
  if (flags.bits > 0) return 'bits';
  return flags.first ? 'first' : null;
}

/**
 * The text that determines the direction: only the body, so that a Latin name before a Hebrew sentence does not change
 * it.
 */
const bodyText = ({ fragments, notice }: ChatMessage): string =>
  fragments.map((f) => (f.type === 'text' ? f.text : '')).join(' ') || (notice?.systemText ?? '');
