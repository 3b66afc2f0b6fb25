import { expect, it } from '@jest/globals';
import { type AudioRun, objectKeys, renditionPath, segmentName, type TimelineRun } from '#libs/contracts';
import { sourceRun } from './source-runs.js';

const VOD = '00000000-0000-4000-8000-000000000000';
const PART = '01JD0000000000000000000000';
const TRACKS = [
  { id: 'a00000001', name: 'English', language: 'en', isDefault: true },
  { id: 'a00000002', name: 'Deutsch', language: 'de', isDefault: false },
];

const nameOf = (ptsMs: number): string =>
  segmentName({ epoch: 0, seq: 0, ptsMs, durMs: 2000, bytes: 1, pdtMs: null, crc: '00000000', ext: 'ts' });

const audioRun = (track: number, shiftMs: number, ptsMs: number): AudioRun => ({
  track,
  container: 'ts',
  initCrc: null,
  shiftMs,
  segments: [{ partId: PART, name: nameOf(ptsMs) }],
  missingMs: 0,
});

it('sources-16 is one source for each track, whose segments have the times of their own shift', () => {
  const run: TimelineRun = {
    partId: PART,
    epoch: 0,
    container: 'ts',
    initCrc: null,
    startAt: 0,
    siteAt: null,
    firstPtsMs: 9000,
    durMs: 4000,
    segments: [nameOf(9000)],
    audio: [audioRun(0, 0, 9000), audioRun(0, 10_000, 1000), audioRun(1, 0, 9000)],
  };
  const { audio } = sourceRun(VOD, run, TRACKS);
  expect(audio?.map(({ id, pieces }) => [id, pieces.map(({ time }) => time?.ptsMs)])).toEqual([
    ['a00000001', [9000, 11_000]],
    ['a00000002', [9000]],
  ]);
  expect(audio?.[1]?.pieces[0]?.key).toBe(objectKeys.segment(VOD, renditionPath(PART, 'a00000002'), nameOf(9000)));
});
