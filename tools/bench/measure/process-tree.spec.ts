import { expect, it } from '@jest/globals';
import { ticksOf } from './process-tree.js';

it('sums the CPU time of a process and its ended children, whatever its name contains', () => {
  expect(ticksOf('42 (a) b (c)) S 1 42 42 0 -1 4194560 900 0 0 0 120 30 7 3 20 0 1 0 555')).toBe(160);
});

it('counts no time for a process that has ended', () => {
  expect(ticksOf('')).toBe(0);
});
