import { expect, it } from '@jest/globals';
import { distinct, progressMs, tellingLine } from './ffmpeg.js';

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

it.each([
  [
    'sample rate not set',
    [
      '[mpegts @ 0x55] [warning] Could not find codec parameters for stream 1',
      '[mp4 @ 0x55] [error] sample rate not set',
      '[error] Could not write header for output file #0 (incorrect codec parameters ?): Invalid argument',
      '[error] Error initializing output stream 0:1 -- ',
      '[error]',
    ],
  ],
  ['No such file', ['[error] /nowhere: No such file or directory', '[error] Error opening input files: No such file']],
  ['Could not write header', ['[warning] odd', '[error] Could not write header']],
  ['killed', ['killed']],
])('sources-17 the telling line is %s', (line, stderr) => {
  expect(tellingLine(stderr)).toContain(line);
});
