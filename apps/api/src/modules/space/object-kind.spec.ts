import { expect, it } from '@jest/globals';
import { kindOf } from './object-kind.js';

it.each([
  ['parts/p/c/000000-1-2-3.ndjson', 'chat'],
  ['chat/assets/a.png', 'chat'],
  ['files/f0/a.m4a', 'files'],
  ['files/receipt/a.json', 'other'],
  ['timeline/a.json', 'other'],
  ['parts/p/s/a.ts', 'segments'],
])('%s is %s', (rest, kind) => {
  expect(kindOf(rest)).toBe(kind);
});
