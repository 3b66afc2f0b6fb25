import { type PictureItem, type TextItem } from '../items/item.js';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Text on one line, px from the message's upper left corner; `height` is the line's. `rtl`: draw it right to left,
 * whatever its letters. `exact` false: draw it squeezed or stretched to `width`. Spaces inside are `wordSpacing` wider
 * than the font's. `baseline`: y of the letters' feet, for a canvas.
 */
export interface TextBox extends Omit<TextItem, 'kind'>, Place {
  readonly kind: 'text';
  readonly rtl: boolean;
  readonly exact: boolean;
  readonly baseline: number;
}

/** A picture, drawn to fill its box. */
export interface PictureBox extends Pick<PictureItem, 'what' | 'key' | 'alt' | 'struck'>, Place {
  readonly kind: 'picture';
}

export type PlacedBox = TextBox | PictureBox;
