import { type ChatMessage } from '#libs/contracts';

/** How many of the messages (sorted by `atMs`) have been said by `t` (ms, that very one included). */
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
 * The newest `limit` messages said by `t`, oldest first, without those that `isShown` refuses. Chat at a time depends
 * on nothing else, so every renderer can begin anywhere.
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
 * Upper edges of messages that stand on the bottom of a picture `height` high, given their own heights, oldest first.
 * Above the upper edge they are negative; what lies above altogether (`y + height <= 0`) need not be drawn.
 */
export function stackUp(heights: readonly number[], height: number): number[] {
  let y = height - heights.reduce((sum, h) => sum + h, 0);
  return heights.map((h) => {
    const top = y;
    y += h;
    return top;
  });
}
