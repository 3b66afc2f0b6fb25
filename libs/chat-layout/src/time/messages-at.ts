import { type ChatMessage } from '#libs/contracts';

/** Number of messages (sorted by `atMs`) sent until `t` (ms, inclusive). */
export function countUntil(messages: readonly Pick<ChatMessage, 'atMs'>[], t: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle]?.atMs ?? Infinity) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The newest `limit` messages sent until `t`, oldest first, without those that `isShown` rejects. The chat at a time
 * depends on nothing else, so a renderer can start at any time.
 */
export function messagesAt<M extends Pick<ChatMessage, 'atMs'>>(
  messages: readonly M[],
  t: number,
  { limit, isShown }: { readonly limit: number; readonly isShown: (message: M) => boolean },
): M[] {
  const shown: M[] = [];
  for (let i = countUntil(messages, t) - 1; i >= 0 && shown.length < limit; i--) {
    const message = messages[i];
    if (message !== undefined && isShown(message)) shown.push(message);
  }
  return shown.reverse();
}

/**
 * Top positions of messages that are stacked at the bottom of a picture of this `height`, given their own heights,
 * oldest first. Positions above the picture are negative; a message entirely above it (`y + height <= 0`) need not be
 * drawn.
 */
export function stackUp(heights: readonly number[], height: number): number[] {
  let y = height - heights.reduce((sum, h) => sum + h, 0);
  return heights.map((h) => {
    const top = y;
    y += h;
    return top;
  });
}
