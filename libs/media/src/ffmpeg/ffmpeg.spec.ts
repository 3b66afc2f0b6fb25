import { expect, it } from '@jest/globals';
import { distinct, progressMs } from './ffmpeg.js';

it.each([
  ['out_time_us=1500000', 1500],
  ['out_time_us=N/A', null],
  ['out_time_us=-1', null],
  ['total_size=4711', null],
  ['progress=end', null],
])('reads %s as %p', (line, expected) => {
  expect(progressMs(line)).toBe(expected);
});

it('says a warning once, whichever object of ffmpeg it is of', () => {
  expect(
    distinct(['[mpegts @ 0x55e0be984540] Packet corrupt', '[mpegts @ 0x562b23f2a540] Packet corrupt', 'other']),
  ).toEqual(['[mpegts] Packet corrupt', 'other']);
});
