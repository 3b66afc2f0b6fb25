import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BugError } from '#libs/errors';
import * as fontkit from 'fontkit';

/** Code point -> advance in font units. */
export type Advances = ReadonlyMap<number, number>;

/**
 * The parts of fontkit's font that its types omit. A glyph's public `advanceWidth` cannot be used: fontkit first builds
 * the glyph's outline, which fails for variable woff2.
 */
interface VariableFont {
  variationCoords: number[] | null;
  readonly unitsPerEm: number;
  readonly characterSet: readonly number[];
  readonly hmtx: { readonly metrics: { get: (i: number) => { readonly advance: number }; readonly length: number } };
  readonly HVAR: object | undefined;
  readonly _cmapProcessor: { readonly lookup: (codePoint: number) => number };
  readonly _variationProcessor: { readonly getAdvanceAdjustment: (glyph: number, table: object) => number } | null;
}

interface Face {
  readonly file: string;
  readonly covers: (codePoint: number) => boolean;
}

/** The files that a browser uses for a family, with the code points of each, from fontsource's own stylesheet. */
async function facesOf(folder: string, sheet: string): Promise<Face[]> {
  const css = await readFile(path.join(folder, sheet), 'utf8');
  const faces = [...css.matchAll(/url\(\.\/(files\/[^)]+\.woff2)\)[^}]*?unicode-range:\s*([^;]+);/g)].map(
    ([, file = '', ranges = '']) => ({ file: path.join(folder, file), covers: within(ranges) }),
  );
  if (faces.length === 0) throw new BugError('no-font-files', `${path.join(folder, sheet)} names no woff2 files`);
  return faces;
}

function within(ranges: string): (codePoint: number) => boolean {
  const list = ranges.split(',').map((r) =>
    r
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16)),
  );
  return (codePoint) => list.some(([from = 0, to = from]) => codePoint >= from && codePoint <= to);
}

/**
 * Advances of every code point of a variable font as shipped, at one weight, in 1/`unitsPerEm` em.
 * @throws BugError `no-font-files` - the stylesheet has another form than expected
 */
export async function readAdvances(
  folder: string,
  sheet: string,
  weight: number,
): Promise<{ readonly unitsPerEm: number; readonly advances: Advances }> {
  const advances = new Map<number, number>();
  let unitsPerEm = 0;
  for (const { file, covers } of await facesOf(folder, sheet)) {
    const font = fontkit.create(await readFile(file)) as unknown as VariableFont;
    font.variationCoords = [weight];
    unitsPerEm = font.unitsPerEm;
    for (const codePoint of font.characterSet.filter(covers)) advances.set(codePoint, advanceOf(font, codePoint));
  }
  return { unitsPerEm, advances };
}

function advanceOf(font: VariableFont, codePoint: number): number {
  const glyph = font._cmapProcessor.lookup(codePoint);
  const { metrics } = font.hmtx;
  const base = metrics.get(Math.min(glyph, metrics.length - 1)).advance;
  const shift = font.HVAR === undefined ? 0 : (font._variationProcessor?.getAdvanceAdjustment(glyph, font.HVAR) ?? 0);
  return Math.round(base + shift);
}
