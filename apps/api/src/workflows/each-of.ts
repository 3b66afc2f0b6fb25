/**
 * Does the work for one after the other; one that fails holds up none behind it.
 * @throws the first fault, when all had their turn
 */
export async function eachOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items)
    await work(item).catch((thrown: unknown) => {
      faults.push(thrown);
    });
  for (const fault of faults) throw fault;
}
