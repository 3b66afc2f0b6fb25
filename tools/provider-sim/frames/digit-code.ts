/**
 * The strip that encodes a frame's number in the image: a row of 32 cells along the lower edge, with a height of one
 * fifteenth of the image. Cell 0 is white and cell 1 is black (reference levels), 24 cells are the number, 6 are its
 * checksum. The checksum `number * 37 mod 61` detects every single wrong cell.
 */
export const CELLS = 32;
export const STRIP_HEIGHT_FRACTION = 15;
const NUMBER_BITS = 24;
const CHECK_BITS = 6;
const LEVEL_CELLS = 2;
/** If the reference cells differ by less than this, the image has no strip. */
const MIN_CONTRAST = 60;

const checkOf = (frame: number): number => (frame * 37) % 61;

/** Frame numbers of ads start here. No content source is that long, so no reader confuses an ad with content. */
export const AD_FIRST_FRAME = 2 ** 23;
export const isAdFrame = (number: number): boolean => number >= AD_FIRST_FRAME;

/**
 * ffmpeg `geq` luma of one cell (X) of a frame whose number is this expression of N. The encoder here and the reader
 * below implement the same code.
 */
const lumaOf = (number: string): string =>
  `255*if(lt(X,2),1-X,if(lt(X,26),mod(floor(${number}/pow(2,25-X)),2),mod(floor(mod(${number}*37,61)/pow(2,31-X)),2)))`;
export const STRIP_LUMA = lumaOf('N');
/** Like {@link lumaOf}, for frames with numbers from `first` on. */
export const stripLuma = (first: number): string => lumaOf(`(N+${String(first)})`);

const bitsOf = (value: number, bits: number): number[] =>
  Array.from({ length: bits }, (_, i) => Math.floor(value / 2 ** (bits - 1 - i)) % 2);
const valueOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0);

/** Luma of the 32 cells for a frame number below 2^24. */
export function encodeCells(frame: number): number[] {
  return [1, 0, ...bitsOf(frame, NUMBER_BITS), ...bitsOf(checkOf(frame), CHECK_BITS)].map((bit) => bit * 255);
}

/** @returns null if the cells contain no number: there is no strip, or it is damaged */
export function decodeCells(luma: readonly number[]): number | null {
  const [white = 0, black = 0] = luma;
  if (luma.length !== CELLS || white - black < MIN_CONTRAST) return null;
  const threshold = (white + black) / 2;
  const bits = luma.slice(LEVEL_CELLS).map((level) => level > threshold);
  const frame = valueOf(bits.slice(0, NUMBER_BITS));
  return valueOf(bits.slice(NUMBER_BITS)) === checkOf(frame) ? frame : null;
}
