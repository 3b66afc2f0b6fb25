import { describe, expect, it } from '@jest/globals';
import { type TimelineRun } from '#libs/contracts';
import { keptClockOf, timeMapOfClock } from './file-clock.js';
import { timeMapOf } from './map-time.js';

const run = (siteAt: number, durMs: number): TimelineRun => ({ partId: 'p', epoch: 0, container: 'ts', initCrc: null, startAt: siteAt + 40, siteAt, firstPtsMs: 0, durMs, segments: ['x'] });
/** 60 s, an ad of 30 s, 60 s. */
const timeline = { runs: [run(1_000_000, 60_000), run(1_090_000, 60_000)] };

describe('the kept clock of a VOD', () => {
  const kept = timeMapOfClock(keptClockOf(timeline), { open: false });
  it.each([900_000, 1_000_000, 1_030_000, 1_075_000, 1_090_000, 1_120_000, 2_000_000])('maps the stamp %d as the whole timeline does', (at) => {
    expect(kept.fileMsOf(at)).toBeCloseTo(timeMapOf(timeline).fileMsOf(at), 0);
  });
  it('goes on after the end of a recording that runs', () => { expect(timeMapOfClock(keptClockOf(timeline), { open: true }).fileMsOf(1_200_000)).toBe(170_000); });
  it('keeps one entry for a stretch without a hole', () => { expect(keptClockOf({ runs: [run(1_000_000, 60_000)] })).toEqual([{ site: 1_000_000, siteMs: 60_000, file: 0, fileMs: 60_000 }]); });
});
