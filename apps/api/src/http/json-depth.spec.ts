import { expect, it } from '@jest/globals';
import { isDeeperThan } from './json-depth.js';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

it.each([
  ['a text', 'x', 0, false],
  ['an object', {}, 0, true],
  ['lists at the limit', nested(32), 32, false],
  ['lists above the limit', nested(33), 32, true],
  ['objects above the limit', { a: { b: { c: null } } }, 2, true],
  ['a wide list', [1, null, 'x', {}], 2, false],
  ['100,000 lists', nested(100_000), 32, true],
])('%s: nested deeper than the limit or not', (...[, value, limit, expected]) => {
  expect(isDeeperThan(value, limit)).toBe(expected);
});
