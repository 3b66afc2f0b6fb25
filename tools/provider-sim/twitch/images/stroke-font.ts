/**
 * Each letter as strokes on a grid of 4 x 6: points of two digits, strokes separated by `/`. Images must not depend on
 * the fonts of a machine.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  'A': '06 20 46/14 34',
  'B': '00 06 36 45 44 33 03/33 42 41 30 00',
  'C': '41 30 10 01 05 16 36 45',
  'D': '00 06 26 44 42 20 00',
  'E': '40 00 06 46/03 33',
  'F': '40 00 06/03 33',
  'G': '41 30 10 01 05 16 36 45 43 23',
  'H': '00 06/40 46/03 43',
  'I': '10 30/20 26/16 36',
  'J': '40 45 36 16 05',
  'K': '00 06/40 03 46',
  'L': '00 06 46',
  'M': '06 00 23 40 46',
  'N': '06 00 46 40',
  'O': '10 30 41 45 36 16 05 01 10',
  'P': '06 00 30 41 42 33 03',
  'Q': '10 30 41 45 36 16 05 01 10/24 46',
  'R': '06 00 30 41 42 33 03/23 46',
  'S': '41 30 10 01 02 13 33 44 45 36 16 05',
  'T': '00 40/20 26',
  'U': '00 05 16 36 45 40',
  'V': '00 26 40',
  'W': '00 16 23 36 40',
  'X': '00 46/40 06',
  'Y': '00 23 40/23 26',
  'Z': '00 40 06 46',
  0: '10 30 41 45 36 16 05 01 10',
  1: '11 20 26/16 36',
  2: '01 10 30 41 42 06 46',
  3: '00 40 23 33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 02 32 43 45 36 06',
  6: '30 10 01 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '10 30 41 42 33 13 02 01 10/13 04 05 16 36 45 44 33',
  9: '43 13 02 01 10 30 41 45 36 16',
  '.': '26 26',
  '-': '13 33',
  "'": '20 21',
  '!': '20 24/26 26',
  ':': '22 22/25 25',
  '&': '46 11 20 31 04 05 16 26 44',
};
const ADVANCE = 5.6;
const WIDTH = 4;
const HEIGHT = 6;

export interface TextPlace {
  readonly x: number;
  readonly y: number;
  /** Height of a capital letter. */
  readonly height: number;
  readonly color: string;
  readonly anchor?: 'start' | 'middle';
}

const widthOf = (text: string, height: number): number =>
  (Math.max(0, text.length * ADVANCE - (ADVANCE - WIDTH)) * height) / HEIGHT;

/** A line of text as SVG, in capitals; unknown letters become spaces. `y` is its upper edge. */
export function strokeText(text: string, { x, y, height, color, anchor = 'start' }: TextPlace): string {
  const scale = height / HEIGHT;
  const left = anchor === 'middle' ? x - widthOf(text, height) / 2 : x;
  const paths = Array.from(text.toUpperCase()).flatMap((letter, i) =>
    (GLYPHS[letter] ?? '')
      .split('/')
      .filter((stroke) => stroke !== '')
      .map((stroke) => {
        const points = stroke
          .split(' ')
          .map(
            (point) =>
              `${(left + (i * ADVANCE + Number(point[0])) * scale).toFixed(2)} ${(y + Number(point[1]) * scale).toFixed(2)}`,
          );
        return `M${points.join('L')}`;
      }),
  );
  return `<path d="${paths.join('')}" fill="none" stroke="${color}" stroke-width="${(scale * 0.95).toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Splits text into lines that are at most `maxWidth` wide at this height. */
export function wrapped(text: string, height: number, maxWidth: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, height) <= maxWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
