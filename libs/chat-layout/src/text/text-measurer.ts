/** Style properties that affect the width of a text. `px` is the font size. */
export interface TextStyle {
  readonly px: number;
  readonly bold: boolean;
}

/** Width of a text. `exact` false: an estimate; the renderer fits the drawn text to it. */
export interface Advance {
  readonly width: number;
  readonly exact: boolean;
}

/**
 * Measures text without drawing it, so that browser and server break lines at the same positions
 * (docs/adr/0015-chat-layout.md).
 *
 * A renderer must use the same fonts (`FONT_FAMILIES`, weight 400 or 600), without kerning, ligatures, contextual forms
 * and letter spacing, and with widths that are not rounded to pixels. Emoji and emotes are boxes and are never
 * measured.
 */
export interface TextMeasurer {
  /**
   * Sum of the advances of the clusters of one line of text, with spaces as in the font. The width of a text is the sum
   * of the widths of its pieces if it is split between clusters.
   */
  readonly advance: (text: string, style: TextStyle) => Advance;
}

/** The fonts with known widths, in lookup order. */
export const FONT_FAMILIES = [
  'Inter Variable',
  'Noto Sans Hebrew Variable',
  'Noto Sans Arabic Variable',
  'Noto Sans Thai Variable',
] as const;

/** CSS `font-weight` of `TextStyle.bold`. */
export const FONT_WEIGHTS = { regular: 400, bold: 600 } as const;

/** Inter's ascent and descent in em: they determine the baseline of a line, in a browser and on a canvas. */
export const FONT_ASCENT = 1984 / 2048;
export const FONT_DESCENT = 494 / 2048;
