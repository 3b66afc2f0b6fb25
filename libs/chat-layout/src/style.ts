import { type TextMeasurer } from './text/text-measurer.js';

/**
 * Scale factors of all measures; 1 is the default. They correspond to TwitchDownloader's `--scale-*`
 * (docs/reference/twitch.md#chat-files).
 */
export interface LayoutScales {
  readonly emote: number;
  readonly badge: number;
  readonly emoji: number;
  readonly username: number;
  readonly vertical: number;
  readonly sidePadding: number;
  readonly sectionHeight: number;
  readonly wordSpace: number;
  readonly emoteSpace: number;
  readonly accentStroke: number;
  readonly accentIndent: number;
}

/**
 * Everything that determines positions. `width`: of the whole chat, px. The same style and messages give the same
 * positions everywhere.
 */
export interface LayoutStyle {
  readonly fontPx: number;
  readonly width: number;
  readonly scales: LayoutScales;
}

/** The default size of everything. */
export const PLAIN_SCALES: LayoutScales = {
  emote: 1,
  badge: 1,
  emoji: 1,
  username: 1,
  vertical: 1,
  sidePadding: 1,
  sectionHeight: 1,
  wordSpace: 1,
  emoteSpace: 1,
  accentStroke: 1,
  accentIndent: 1,
};

/**
 * TwitchDownloader's measures at font size 24 (docs/reference/twitch.md#chat-files). `picture`: px for one px of an
 * emote or badge at 1x. `emoji`: size of an emoji box, 1.25 em.
 */
const AT_24 = {
  sectionHeight: 40,
  sidePadding: 6,
  verticalPadding: 24,
  wordSpace: 6,
  emoteSpace: 6,
  accentStroke: 8,
  accentIndent: 32,
  picture: 2,
  emoji: 30,
} as const;
const BASE_FONT_PX = 24;

/**
 * The measures of one style, px. `smallPx`: font size of the lines above a message. `sectionHeight`: minimum height of
 * a line; `verticalPadding`: space between two messages.
 */
export interface Geometry {
  readonly fontPx: number;
  readonly namePx: number;
  readonly smallPx: number;
  readonly width: number;
  readonly sectionHeight: number;
  readonly sidePadding: number;
  readonly verticalPadding: number;
  readonly wordSpace: number;
  readonly emoteSpace: number;
  readonly accentStroke: number;
  readonly accentIndent: number;
  readonly emoteScale: number;
  readonly badgeScale: number;
  readonly emojiPx: number;
}

const SMALL_TEXT_SCALE = 0.87;
/** Rounds to 1/4 px. Browsers truncate font sizes to 1/64 px, so the widths stay exact. */
const drawnPx = (px: number): number => Math.max(1, Math.round(px * 4)) / 4;

/** Scales the measures to a style's font size and scale factors. */
export function geometryOf({ fontPx, width, scales }: LayoutStyle): Geometry {
  const at = fontPx / BASE_FONT_PX;
  return {
    fontPx,
    width,
    namePx: drawnPx(fontPx * scales.username),
    smallPx: drawnPx(fontPx * SMALL_TEXT_SCALE),
    sectionHeight: AT_24.sectionHeight * at * scales.sectionHeight,
    sidePadding: AT_24.sidePadding * at * scales.sidePadding,
    verticalPadding: AT_24.verticalPadding * at * scales.vertical,
    wordSpace: AT_24.wordSpace * at * scales.wordSpace,
    emoteSpace: AT_24.emoteSpace * at * scales.emoteSpace,
    accentStroke: AT_24.accentStroke * at * scales.accentStroke,
    accentIndent: AT_24.accentIndent * at * scales.accentIndent,
    emoteScale: AT_24.picture * at * scales.emote,
    badgeScale: AT_24.picture * at * scales.badge,
    emojiPx: AT_24.emoji * at * scales.emoji,
  };
}

/** The CSS `word-spacing` (px, may be negative) that makes the font's space as wide as that of the layout. */
export const wordSpacing = (
  { wordSpace }: Geometry,
  measurer: TextMeasurer,
  style: { readonly px: number; readonly bold: boolean },
): number => wordSpace - measurer.advance(' ', style).width;
