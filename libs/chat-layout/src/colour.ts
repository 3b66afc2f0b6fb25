import { type ChatAuthor } from '#libs/contracts';
import { hashOf } from './hash-of.js';

/**
 * The 15 default colours for viewers without a colour of their own. The site's chat protocol does not contain them
 * (docs/reference/twitch.md#chat-pictures); chat clients and TwitchDownloader share this list.
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

/** The viewer's own colour, or the default colour of their login, which is always the same. Lower-case `#rrggbb`. */
export function nameColourOf({ color, login }: Pick<ChatAuthor, 'color' | 'login'>): string {
  if (color !== null && HEX.test(color)) return color.toLowerCase();
  return DEFAULT_NAME_COLOURS[hashOf(login.toLowerCase()) % DEFAULT_NAME_COLOURS.length] ?? DEFAULT_NAME_COLOURS[0];
}

/** Minimum contrast for text of this size: WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;
const MIX_STEP = 0.02;

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
/** Converts sRGB to linear light. Source: WCAG 2.2, "relative luminance". */
const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Contrast ratio of two colours (`#rrggbb`), from 1 (equal) to 21 (black on white). */
export function contrastOf(a: string, b: string): number {
  const [x, y] = [luminance(parse(a)), luminance(parse(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * The nearest colour that is readable on the background, lighter or darker as needed. `#rrggbb` in and out; a readable
 * colour is returned unchanged.
 */
export function readableOn(background: string, colour: string): string {
  const towards = luminance(parse(background)) < 0.18 ? 1 : 0;
  const from = parse(colour);
  for (let share = 0; share < 1; share += MIX_STEP) {
    const mixed = print(from.map((c) => c + (towards - c) * share) as unknown as Rgb);
    if (contrastOf(mixed, background) >= MIN_CONTRAST) return mixed;
  }
  return towards === 1 ? '#ffffff' : '#000000';
}
