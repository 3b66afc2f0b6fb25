import { Seeded, seedOf } from '../seeded.js';

/** A complete image. `width` and `height` are in its own coordinates. */
export interface Svg {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}
/** One image, or the frames of an animated one: the phase runs from 0 to below 1. */
export type Drawing = (phase: number) => Svg;

/** The SVG file, stretched to a size in px. */
export const svgFile = (
  { width, height, body }: Svg,
  px: { readonly width: number; readonly height: number },
): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(px.width)}" height="${String(px.height)}" viewBox="0 0 ${String(width)} ${String(height)}" preserveAspectRatio="none">${body}</svg>`,
  );

export const hsl = (hue: number, saturation: number, light: number): string =>
  `hsl(${hue.toFixed(0)},${String(saturation)}%,${String(light)}%)`;
export const chanceOf = (id: string): Seeded => new Seeded(seedOf(id));

/** Vertical gradient from top to bottom. */
export const gradient = (id: string, ...colors: readonly string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colors.map((color, i) => `<stop offset="${(i / Math.max(1, colors.length - 1)).toFixed(2)}" stop-color="${color}"/>`).join('')}</linearGradient>`;

/** A star with this number of points around a centre. */
export function star(
  points: number,
  [x, y]: readonly [number, number],
  [outer, inner]: readonly [number, number],
): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const [radius, angle] = [i % 2 === 0 ? outer : inner, Math.PI * (i / points - 0.5)];
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}
