import { setImmediate as turn } from 'node:timers/promises';
import { type TextPiece } from './json-text.js';

/** Items that are written before others get their turn: some milliseconds. */
const TOGETHER = 256;

/**
 * A JSON list that may be as long as the library: written in stretches, between which the process does what else there
 * is.
 */
export async function listText<T>(items: readonly T[], present: (item: T) => unknown): Promise<TextPiece[]> {
  const pieces: TextPiece[] = ['['];
  for (let from = 0; from < items.length; from += TOGETHER) {
    const texts = items.slice(from, from + TOGETHER).map((item) => JSON.stringify(present(item)));
    pieces.push(Buffer.from(`${from === 0 ? '' : ','}${texts.join(',')}`));
    await turn();
  }
  return [...pieces, ']'];
}
