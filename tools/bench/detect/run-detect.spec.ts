import { expect, it } from '@jest/globals';
import { spread } from './run-detect.js';

const items = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

it('spreads eight channels over the calls for a thousand', () => {
  const calls = spread(items(1000), 8).map((n) => Math.floor(n / 100));
  expect([calls.length, new Set(calls).size]).toEqual([8, 8]);
});

it.each([
  [15, 7],
  [7, 7],
  [1, 1],
])('of %d channels picks exactly %d', (count, streams) => {
  expect(new Set(spread(items(count), streams)).size).toBe(streams);
});
