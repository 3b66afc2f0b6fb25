import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

type Order<T> = (a: T, b: T) => number;

/** Number of items to sort before yielding to the event loop: one or two milliseconds. */
const STEP_ITEMS = 2048;

/**
 * Sorts like `toSorted`, but yields to the event loop between steps. Sorting a hundred thousand names at once would
 * block it for a quarter of a second.
 */
export async function sortedInSteps<T>(items: readonly T[], order: Order<T>): Promise<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += STEP_ITEMS) {
    if (from > 0) await yieldToEventLoop();
    runs.push(items.slice(from, from + STEP_ITEMS).sort(order));
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let n = 0; n < runs.length; n += 2) {
      longer.push(await merge(runs[n] ?? [], runs[n + 1] ?? [], order));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merge<T>(first: readonly T[], second: readonly T[], order: Order<T>): Promise<T[]> {
  const all: T[] = [];
  let count = 0;
  for (const [n, item] of first.entries()) {
    if (n % STEP_ITEMS === 0) await yieldToEventLoop();
    for (; count < second.length && order(second[count] as T, item) < 0; count += 1) all.push(second[count] as T);
    all.push(item);
  }
  return all.concat(second.slice(count));
}
