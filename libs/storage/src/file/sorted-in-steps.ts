import { setImmediate as turn } from 'node:timers/promises';

type Order<T> = (a: T, b: T) => number;

/** Items that are sorted before others get their turn: a millisecond or two. */
const RUN = 2048;

/**
 * Sorted like `toSorted`, in steps between which the process does what else there is: a hundred thousand names take a
 * quarter of a second.
 */
export async function sortedInSteps<T>(items: readonly T[], order: Order<T>): Promise<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    if (from > 0) await turn();
    runs.push(items.slice(from, from + RUN).sort(order));
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let n = 0; n < runs.length; n += 2) {
      longer.push(await merged(runs[n] ?? [], runs[n + 1] ?? [], order));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merged<T>(first: readonly T[], second: readonly T[], order: Order<T>): Promise<T[]> {
  const all: T[] = [];
  let count = 0;
  for (const [n, item] of first.entries()) {
    if (n % RUN === 0) await turn();
    for (; count < second.length && order(second[count] as T, item) < 0; count += 1) all.push(second[count] as T);
    all.push(item);
  }
  return all.concat(second.slice(count));
}
