import { english } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { type FileInfo, type MeasuredRun } from '#libs/media';
import { verifyFile } from './verify-file.js';

const info = (trackMs: number): FileInfo => ({ trackMs, frameMs: 33.3 }) as FileInfo;
const run = (spanSeconds: number, durMs = spanSeconds * 1000): MeasuredRun =>
  ({ spanSeconds, frameSeconds: 1 / 30, run: { durMs } }) as MeasuredRun;

it('accepts a file whose length is right within a frame', () => {
  expect(verifyFile(info(15_000), [run(10), run(5)])).toEqual([]);
  expect(verifyFile(info(14_967), [run(10), run(5)])).toEqual([]);
});

it.each([15_040, 14_960, 0, 7_200_000])('P30 rejects a file of %d ms when 15 s are stored', (trackMs) => {
  expect(() => verifyFile(info(trackMs), [run(10), run(5)])).toThrow(
    expect.objectContaining({ code: 'file-wrong-length' }),
  );
});

it('warns when the file is right but the timeline differs', () => {
  expect(verifyFile(info(10_000), [run(10, 12_000)]).map(english)).toEqual([
    'the timeline has 12.000 s, but its segments have 10.000 s',
  ]);
});
