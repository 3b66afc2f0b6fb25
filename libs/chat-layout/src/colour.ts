import { type ChatAuthor } from '#libs/contracts';
import { hashOf } from './hash-of.js';

/**
 * The 15 colours for viewers who chose none. The wire does not carry them (docs/reference/twitch.md#chat-pictures);
 * chat clients and TwitchDownloader share this list.
 */
export const DEFAULT_NAME_COLOURS = [
  '#ff0000',
  '#0000ff',
  '#00ff00',
  '#b22222',
  '#ff7f50',
  '#9acd32',
  '#ff4500',
  '#2e8b57',
  '#daa520',
  '#d2691e',
  '#5f9ea0',
  '#1e90ff',
  '#ff69b4',
  '#8a2be2',
  '#00ff7f',
] as const;

const HEX = /^#[0-9a-f]{6}$/i;

/** The colour a viewer chose, or the one that their login always gets. Lower-case `#rrggbb`. */
export function nameColourOf({ color, login }: Pick<ChatAuthor, 'color' | 'login'>): string {
  if (color !== null && HEX.test(color)) return color.toLowerCase();
  return DEFAULT_NAME_COLOURS[hashOf(login.toLowerCase()) % DEFAULT_NAME_COLOURS.length] ?? DEFAULT_NAME_COLOURS[0];
}

/** WCAG 2.2, 1.4.3: text of this size. */
const CONTRAST = 4.5;
const STEP = 0.02;

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb;
const print = (rgb: Rgb): string =>
  `#${rgb
    .map((c) =>
      Math.round(c * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
/** sRGB to linear light,. Source: WCAG 2.2, "relative luminance". */
const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** From 1 (same) to 21 (black on white). Both `#rrggbb`. */
export function contrastOf(a: string, b: string): number {
  const [x, y] = [luminance(parse(a)), luminance(parse(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * The nearest colour, lighter or darker as the background asks, that can be read on it. `#rrggbb` in and out; one that
 * is readable stays.
 */
export function readableOn(background: string, colour: string): string {
  const towards = luminance(parse(background)) < 0.18 ? 1 : 0;
  const from = parse(colour);
  for (let share = 0; share < 1; share += STEP) {
    const mixed = print(from.map((c) => c + (towards - c) * share) as unknown as Rgb);
    if (contrastOf(mixed, background) >= CONTRAST) return mixed;
  }
  return towards === 1 ? '#ffffff' : '#000000';
}
