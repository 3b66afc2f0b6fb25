import { expect, it } from '@jest/globals';
import { median, quantile } from './quantile.js';

it('is one of the numbers, by rank', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect([quantile(numbers, 0.95), quantile(numbers, 1), quantile(numbers, 0), median([3, 1, 2])]).toEqual([
    95, 100, 1, 2,
  ]);
});

it('of none is no number', () => {
  expect(median([])).toBeNaN();
});
