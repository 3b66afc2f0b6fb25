import { expect, it } from '@jest/globals';
import { progressMs } from './ffmpeg.js';

it.each([
  ['out_time_us=1500000', 1500],
  ['out_time_us=N/A', null],
  ['out_time_us=-1', null],
  ['total_size=4711', null],
  ['progress=end', null],
])('reads %s as %p', (line, expected) => {
  expect(progressMs(line)).toBe(expected);
});
