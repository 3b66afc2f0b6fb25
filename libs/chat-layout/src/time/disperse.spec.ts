import { expect, it } from '@jest/globals';
import { disperse } from './disperse.js';

const START = 1_700_000_000_000;
const stamp = (id: string, atMs: number, made: number | null = null) => ({
  id,
  atMs,
  createdAtMs: made === null ? null : START + made,
});

it('P51 spreads the messages of a second by their creation times', () => {
  expect(disperse([stamp('a', 5000, 5100), stamp('b', 5000, 5400), stamp('c', 5000, 5900)], START)).toEqual([
    5100, 5400, 5900,
  ]);
});
it('ignores creation times that differ by 1.5 s, and spreads pseudo-randomly, in order and repeatably', () => {
  const stamps = Array.from({ length: 20 }, (_, i) => stamp(`m${i}`, 5000, 3_600_000));
  const times = disperse(stamps, START);
  expect(times).toEqual(disperse(stamps, START));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...times)).toBeLessThan(6000);
  expect(new Set(times).size).toBeGreaterThan(10);
});
it('retains the order of messages', () => {
  expect(disperse([stamp('a', 5000, 5900), stamp('b', 5000, 5100), stamp('c', 6000)], START)).toEqual([
    5900, 5900, 6000,
  ]);
});
it('does not change exact stamps and single messages', () => {
  expect(disperse([stamp('a', 5001), stamp('b', 5001), stamp('c', 7000, 7300)], START)).toEqual([5001, 5001, 7000]);
});
it('returns an empty list for no messages', () => {
  expect(disperse([], START)).toEqual([]);
});
