import { describe, expect, it } from '@jest/globals';
import { type SegmentInfo } from '#libs/contracts';
import { PartTotals } from './part-totals.js';

const info = (bytes: number, durMs: number): SegmentInfo => ({ bytes, durMs }) as SegmentInfo;

describe('PartTotals', () => {
  it('sums stored and missing time, ads separately', () => {
    const totals = new PartTotals();
    totals.stored(info(1000, 2000), 5);
    totals.stored(info(3000, 2000), 7);
    totals.missed(500);
    totals.advertised(2000, false);
    totals.advertised(20_000, true);
    totals.advertised(10_000, false);
    const notices = (['dates-moved', 'known-media', 'dates-moved'] as const).map((code) => totals.noticed(code));
    expect(notices).toEqual([1, 1, 2]);
    expect(totals.snapshot()).toEqual({
      segments: 2,
      bytes: 4000,
      mediaMs: 4000,
      missingMs: 500,
      gaps: 1,
      adMs: 30_000,
      notices: [
        { code: 'dates-moved', count: 2 },
        { code: 'known-media', count: 1 },
      ],
    });
    expect([totals.startedAt, totals.lastSegmentAt, totals.bitrate]).toEqual([5, 7, 8000]);
  });
  it('computes the bit rate of the last ten segments', () => {
    const totals = new PartTotals();
    totals.stored(info(1_000_000, 2000), 0);
    for (let i = 0; i < 10; i += 1) totals.stored(info(1000, 1000), i);
    expect(totals.bitrate).toBe(8000);
  });
});
