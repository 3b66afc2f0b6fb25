import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type TextPiece } from './json-text.js';

/** Number of items to serialise before the event loop runs other work. A batch takes a few milliseconds. */
const BATCH_SIZE = 256;

/**
 * Serialises a list of any length to JSON in batches, and yields to the event loop after each batch.
 */
export async function listText<T>(items: readonly T[], present: (item: T) => unknown): Promise<TextPiece[]> {
  const pieces: TextPiece[] = ['['];
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    const texts = items.slice(from, from + BATCH_SIZE).map((item) => JSON.stringify(present(item)));
    pieces.push(Buffer.from(`${from === 0 ? '' : ','}${texts.join(',')}`));
    await yieldToEventLoop();
  }
  return [...pieces, ']'];
}
