// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the package has no types of its own, and every program that reads this file needs them
/// <reference path="./linebreak.d.ts" />
import LineBreaker from 'linebreak';

/**
 * Line break opportunities (UAX 14): positions in UTF-16 units, ascending; the last one is the length of the text.
 * Trailing spaces belong to the piece before a position. An object (U+FFFC) may be separated from its neighbours.
 */
export function lineBreaks(text: string): number[] {
  const breaker = new LineBreaker(text);
  const positions: number[] = [];
  for (let at = breaker.nextBreak(); at !== null; at = breaker.nextBreak()) positions.push(at.position);
  return positions;
}
