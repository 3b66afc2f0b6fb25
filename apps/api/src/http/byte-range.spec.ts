import { expect, it } from '@jest/globals';
import { wantedRange } from './byte-range.js';

const whole = { kind: 'whole' };
const none = { kind: 'none' };
const part = (start: number, end: number) => ({ kind: 'part', start, end });

it.each([
  [undefined, 100, whole],
  ['bytes=0-', 100, part(0, 99)],
  ['bytes=0-0', 100, part(0, 0)],
  ['bytes=10-19', 100, part(10, 19)],
  ['bytes=90-500', 100, part(90, 99)],
  ['bytes=-10', 100, part(90, 99)],
  ['bytes=-500', 100, part(0, 99)],
  ['bytes=100-', 100, none],
  ['bytes=100-200', 100, none],
  ['bytes=-0', 100, none],
  ['bytes=0-', 0, none],
  ['bytes=-5', 0, none],
  ['bytes=5-2', 100, whole],
  ['bytes=-', 100, whole],
  ['bytes=0-1,5-6', 100, whole],
  ['items=0-1', 100, whole],
  ['bytes=a-b', 100, whole],
  ['bytes = 1 - 2', 100, part(1, 2)],
])('Range %p of %d bytes: %p', (header, total, wanted) => {
  expect(wantedRange(header, total)).toEqual(wanted);
});
