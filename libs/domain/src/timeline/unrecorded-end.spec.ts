import { type TimelineRun } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { type UnrecordedEnd, unrecordedEndGaps } from './unrecorded-end.js';

const MEDIA_END = 100_000;
const run = { startAt: 40_000, durMs: 60_000 } as TimelineRun;
const none: UnrecordedEnd = { since: null, until: null, endedBy: null };
const gapsOf = (end: Partial<UnrecordedEnd>) =>
  unrecordedEndGaps({ runs: [run], gaps: [] }, { ...none, ...end }).map(({ at, durMs, cause }) => [
    at - MEDIA_END,
    durMs,
    cause,
  ]);

it('integrity-18 the time in which a live stream had no recorder is lost, from its last segment on', () => {
  expect(gapsOf({ until: MEDIA_END + 30_000 })).toEqual([[0, 30_000, 'recorder-lost']]);
});

it('integrity-18 a stream that returned without a recorder is lost from its return on', () => {
  expect(gapsOf({ since: MEDIA_END + 20_000, until: MEDIA_END + 30_000 })).toEqual([[20_000, 10_000, 'recorder-lost']]);
});

it('integrity-18 the loss goes on until the check that found the stream offline', () => {
  expect(gapsOf({ until: MEDIA_END + 30_000, endedBy: MEDIA_END + 90_000 })).toEqual([[0, 90_000, 'recorder-lost']]);
});

it('integrity-5 the time in which a stream ended unobserved is unknown', () => {
  expect(gapsOf({ endedBy: MEDIA_END + 3_600_000 })).toEqual([[0, 3_600_000, 'end-unknown']]);
  expect(gapsOf({ until: MEDIA_END + 30_000, endedBy: MEDIA_END + 3_600_000 })).toEqual([
    [0, 30_000, 'recorder-lost'],
    [30_000, 3_570_000, 'end-unknown'],
  ]);
});

it('media that were stored later fill these gaps', () => {
  expect(gapsOf({ until: MEDIA_END - 1000, endedBy: MEDIA_END })).toEqual([]);
  expect(unrecordedEndGaps({ runs: [], gaps: [] }, { ...none, endedBy: MEDIA_END })).toEqual([]);
});
