import { expect, it } from '@jest/globals';
import { median, quantile } from './quantile.js';

it('a quantile is the number of its rank', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect([quantile(numbers, 0.95), quantile(numbers, 1), quantile(numbers, 0), median([3, 1, 2])]).toEqual([
    95, 100, 1, 2,
  ]);
});

it('the median of no numbers is NaN', () => {
  expect(median([])).toBeNaN();
});
