import { expect, it } from '@jest/globals';
import { storedInOneFile } from './file-growth.js';

const segmentBytes = [1000, 1000, 1000, 1000];
const log = {
  firstRequestAt: 0,
  sent: [
    { seq: 1, at: 10 },
    { seq: 2, at: 20 },
  ],
};

it('counts a segment as complete once the file has all bytes up to its end, scaled to the size of the file', () => {
  const sizes = [
    { at: 11, bytes: 900 },
    { at: 15, bytes: 1010 },
    { at: 21, bytes: 1500 },
    { at: 30, bytes: 2020 },
  ];
  expect(storedInOneFile(5, log, { sizes, segmentBytes })).toEqual([
    { stream: 5, seq: 1, at: 15, bytes: 1000 },
    { stream: 5, seq: 2, at: 30, bytes: 1000 },
  ]);
});

it('counts no segment of a file that is smaller than the sent bytes', () => {
  expect(storedInOneFile(5, log, { sizes: [{ at: 30, bytes: 1200 }], segmentBytes })).toEqual([]);
});
