import { type Geometry } from './style.js';
import { type TextMeasurer } from './text/text-measurer.js';

/**
 * What a renderer adds to the font's own space so that it is as wide as the layout's: CSS `word-spacing`, px, may be
 * negative.
 */
export const wordSpacing = (
  { wordSpace }: Geometry,
  measurer: TextMeasurer,
  style: { readonly px: number; readonly bold: boolean },
): number => wordSpace - measurer.advance(' ', style).width;
