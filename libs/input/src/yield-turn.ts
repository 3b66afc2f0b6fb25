/** Work without a turn of the event loop, in ms. Far below the 50 ms after which other requests notice it. */
const MOST_MS = 8;

let turnBegan = 0;
/** Callers that wait for a turn, the oldest first. */
const waiting: (() => void)[] = [];

/**
 * Lets the event loop turn if this process has worked for some ms without a turn. Call it between two small pieces of
 * work. Callers that wait at the same time get a turn each, one after the other: together they would block the loop.
 * @throws the reason of the signal
 */
export async function yieldTurn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (performance.now() - turnBegan < MOST_MS) return;
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(nextTurn);
  });
  signal?.throwIfAborted();
}

function nextTurn(): void {
  turnBegan = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}
