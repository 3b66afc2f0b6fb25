/** How a text is drawn, as far as its width depends on it. `px` is the font size. */
export interface TextStyle {
  readonly px: number;
  readonly bold: boolean;
}

/** How wide a text is. `exact` false: a guess that the renderer fits the drawn text into. */
export interface Advance {
  readonly width: number;
  readonly exact: boolean;
}

/**
 * Measures text without drawing it, so that browser and server break lines in the same places
 * (docs/adr/0015-chat-layout.md).
 *
 * Whoever draws must use the same fonts (`FONT_FAMILIES`, weight 400 or 600), kerning, ligatures and contextual forms
 * off, no letter spacing, and widths that are not rounded to pixels. Emoji and emotes are never measured: they are
 * boxes.
 */
export interface TextMeasurer {
  /**
   * Sum of the advances of the clusters of one line of text; spaces count as the font's own. The width of a text is the
   * sum of the widths of its pieces at cluster bounds.
   */
  readonly advance: (text: string, style: TextStyle) => Advance;
}

/** The fonts whose widths are known, in the order in which a character is looked for. */
export const FONT_FAMILIES = [
  'Inter Variable',
  'Noto Sans Hebrew Variable',
  'Noto Sans Arabic Variable',
  'Noto Sans Thai Variable',
] as const;

/** CSS `font-weight` of `TextStyle.bold`. */
export const FONT_WEIGHTS = { regular: 400, bold: 600 } as const;

/** Inter's ascent and descent in em: where the baseline lies in a line, in a browser and on a canvas. */
export const FONT_ASCENT = 1984 / 2048;
export const FONT_DESCENT = 494 / 2048;
