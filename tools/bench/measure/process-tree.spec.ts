import { expect, it } from '@jest/globals';
import { ticksOf } from './process-tree.js';

it('counts own time and that of ended children, whatever the process is called', () => {
  expect(ticksOf('42 (a) b (c)) S 1 42 42 0 -1 4194560 900 0 0 0 120 30 7 3 20 0 1 0 555')).toBe(160);
});

it('takes a process that is gone for nothing', () => {
  expect(ticksOf('')).toBe(0);
});
