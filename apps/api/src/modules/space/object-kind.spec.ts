import { expect, it } from '@jest/globals';
import { kindOf } from './object-kind.js';

it.each([
  ['parts/p/c/000000-1-2-3.ndjson', 'chat'],
  ['chat/assets/a.png', 'chat'],
  ['files/f0/a.m4a', 'files'],
  ['files/receipt/a.json', 'other'],
  ['timeline/a.json', 'other'],
  ['parts/p/s/a.ts', 'segments'],
  ['parts/p/r/a00000001/i/00000000.init', 'segments'],
  ['parts/p/r/a00000001/j/000000.ndjson', 'other'],
])('the object %s counts as %s', (rest, kind) => {
  expect(kindOf(rest)).toBe(kind);
});
