/** Work without a turn of the event loop, in ms. Far below the 50 ms after which other requests notice it. */
const MOST_MS = 8;

let turnBegan = 0;
let nextTurn: Promise<void> | null = null;

/**
 * Lets the event loop turn if this process has worked for some ms without a turn. Call it between two small pieces of
 * work. All callers share the turns: together they take hardly longer than one of them alone.
 * @throws the reason of the signal
 */
export async function yieldTurn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (performance.now() - turnBegan < MOST_MS) return;
  nextTurn ??= new Promise((resolve) => {
    setImmediate(() => {
      turnBegan = performance.now();
      nextTurn = null;
      resolve();
    });
  });
  await nextTurn;
  signal?.throwIfAborted();
}
