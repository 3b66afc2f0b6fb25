import { expect, it } from '@jest/globals';
import { type SiteClock } from '../timeline/site-clock.js';
import { timesOfVideo, uncoveredRanges } from './uncovered-ranges.js';

const T0 = 1_700_000_000_000;
const MIN = 60_000;
const clock = (...pieces: readonly (readonly [number, number])[]): SiteClock => {
  let file = 0;
  return pieces.map(([from, to]) => {
    const piece = { site: T0 + from, siteMs: to - from, file, fileMs: to - from };
    file += to - from;
    return piece;
  });
};
const times = (...ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([from, to]) => ({ from: T0 + from, to: T0 + to }));

it.each([
  ['covers all of it, and more', times([-5 * MIN, 70 * MIN]), []],
  ['is told to start 4 s late', times([4000, 60 * MIN + 4000]), []],
  ['starts later', times([2 * MIN, 70 * MIN]), [{ from: 0, to: 2 * MIN - 5000 }]],
  ['ends earlier', times([-MIN, 50 * MIN]), [{ from: 50 * MIN + 5000, to: 60 * MIN }]],
  ['lacks a middle piece', times([-MIN, 20 * MIN], [21 * MIN, 61 * MIN]), [{ from: 20 * MIN, to: 21 * MIN }]],
  ['is of another time', times([2 * 60 * MIN, 5 * 60 * MIN]), [{ from: 0, to: 60 * MIN }]],
  ['is empty', [], [{ from: 0, to: 60 * MIN }]],
])('a VOD that %s', (_, copy, missing) => {
  expect(uncoveredRanges(clock([0, 60 * MIN]), copy)).toEqual(missing);
});

it('a hole of the VOD in a gap of the recording is no fault, and ranges are those of the file', () => {
  const own = clock([0, 10 * MIN], [15 * MIN, 30 * MIN]);
  expect(uncoveredRanges(own, times([0, 11 * MIN], [14 * MIN, 30 * MIN]))).toEqual([]);
  expect(uncoveredRanges(own, times([0, 16 * MIN], [17 * MIN, 30 * MIN]))).toEqual([{ from: 11 * MIN, to: 12 * MIN }]);
  // One missing stretch over the gap is one range of the file.
  expect(uncoveredRanges(own, times([0, 9 * MIN], [16 * MIN, 30 * MIN]))).toEqual([{ from: 9 * MIN, to: 11 * MIN }]);
});

it('a VOD goes on over the silence of the source, and a hole of its list stays one', () => {
  const silent = { at: T0 + 10 * MIN, durMs: 5 * MIN, cause: 'source-silent' } as const;
  expect(timesOfVideo(clock([0, 20 * MIN]), T0, [silent])).toEqual(times([0, 10 * MIN], [15 * MIN, 25 * MIN]));
  expect(timesOfVideo(clock([0, 12 * MIN], [13 * MIN, 20 * MIN]), T0, [silent])).toEqual(
    times([0, 10 * MIN], [15 * MIN, 17 * MIN], [18 * MIN, 25 * MIN]),
  );
});
