import { expect, it } from '@jest/globals';
import type { Vod } from '#libs/contracts';
import { describeLoss, lostSegments } from './lost-segments.js';

const vod = (gaps: Vod['gaps']) => ({ state: 'finalized', media_started_at: 1000, gaps }) as unknown as Vod;

it('counts a segment that was requested but is not in the VOD', () => {
  expect(lostSegments({ vod: vod([]), unrequested: [], missing: 1.02 })).toBe(1);
  expect(lostSegments({ vod: vod([]), unrequested: [4], missing: 1.02 })).toBe(1);
});

it('names the lost segments and the causes of the gaps', () => {
  const gaps: Vod['gaps'] = [{ at: 7_201_000, durMs: 4000, cause: 'left-window' }];
  expect(describeLoss(1, { vod: vod(gaps), unrequested: [3600, 3601, 3700], missing: 3 }, 2)).toEqual([
    '  stream 1: 3.0 segments are not in the VOD (finalized)',
    '    never requested: 3600..3601 (2.000 h), 3700..3700 (2.056 h)',
    '    gap left-window at 2.000 h, 4.0 s',
  ]);
  expect(describeLoss(1, { vod: vod([]), unrequested: [], missing: 0.01 }, 2)).toEqual([]);
});
