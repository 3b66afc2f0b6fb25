/**
 * The strip that carries a frame's number in the picture: a row of 32 cells along the lower edge, a fifteenth of the
 * picture high. Cell 0 is white and cell 1 black (levels), 24 cells are the number, 6 its check. A check of
 * `number * 37 mod 61` notices every single wrong cell.
 */
export const CELLS = 32;
export const STRIP_HEIGHT_FRACTION = 15;
const NUMBER_BITS = 24;
const CHECK_BITS = 6;
const LEVEL_CELLS = 2;
/** Below this difference of the level cells there is no strip in the picture. */
const MIN_CONTRAST = 60;

export const checkOf = (frame: number): number => (frame * 37) % 61;

/** Ads carry numbers from here on; no source of content is that long, and no reader takes them for content's. */
export const AD_FIRST_FRAME = 2 ** 23;
export const isAdFrame = (number: number): boolean => number >= AD_FIRST_FRAME;

/**
 * ffmpeg `geq` luma of one cell (X) of a frame whose number is that expression of N; the encoder and the reader below
 * are two sides of one code.
 */
const lumaOf = (number: string): string =>
  `255*if(lt(X,2),1-X,if(lt(X,26),mod(floor(${number}/pow(2,25-X)),2),mod(floor(mod(${number}*37,61)/pow(2,31-X)),2)))`;
export const STRIP_LUMA = lumaOf('N');
/** The same for frames that are counted from `first` on. */
export const stripLuma = (first: number): string => lumaOf(`(N+${String(first)})`);

const bitsOf = (value: number, bits: number): number[] =>
  Array.from({ length: bits }, (_, i) => Math.floor(value / 2 ** (bits - 1 - i)) % 2);
const valueOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0);

/** Luma of the 32 cells for a frame number below 2^24. */
export function encodeCells(frame: number): number[] {
  return [1, 0, ...bitsOf(frame, NUMBER_BITS), ...bitsOf(checkOf(frame), CHECK_BITS)].map((bit) => bit * 255);
}

/** @returns null when the cells hold no number: no strip, or one that is damaged. */
export function decodeCells(luma: readonly number[]): number | null {
  const [white = 0, black = 0] = luma;
  if (luma.length !== CELLS || white - black < MIN_CONTRAST) return null;
  const threshold = (white + black) / 2;
  const bits = luma.slice(LEVEL_CELLS).map((level) => level > threshold);
  const frame = valueOf(bits.slice(0, NUMBER_BITS));
  return valueOf(bits.slice(NUMBER_BITS)) === checkOf(frame) ? frame : null;
}
