import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sortedInSteps } from './sorted-in-steps.js';

const items = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 50 }), name: fc.string() }), { maxLength: 20 });

it('sorts like `toSorted`, stably and at any length', async () => {
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 1, max: 700 }), async (some, times) => {
      const all = Array.from({ length: times }, (_, n) =>
        some.map(({ rank, name }) => ({ rank: (rank * (n + 3)) % 53, name, n })),
      ).flat();
      const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
      expect(await sortedInSteps(all, byRank)).toEqual(all.toSorted(byRank));
    }),
    { numRuns: 20 },
  );
});

it('yields to the event loop while it sorts', async () => {
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  await sortedInSteps(
    Array.from({ length: 20_000 }, (_, n) => (n * 7919) % 20_000),
    (a, b) => a - b,
  );
  clearInterval(count);
  expect(turns).toBeGreaterThan(0);
});
