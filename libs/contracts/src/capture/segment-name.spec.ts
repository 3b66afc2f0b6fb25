import { describe, expect, it } from '@jest/globals';
import { missingTracksOf, parseSegmentName, segmentName, segmentTimes, type SegmentInfo } from './segment-name.js';

const info = (epoch: number, seq = 7): SegmentInfo => ({
  epoch,
  seq,
  ptsMs: 90_000,
  durMs: 2000,
  bytes: 1_880_000,
  pdtMs: 1_700_000_000_000,
  crc: '0a1b2c3d',
  ext: 'ts',
});

describe('segmentName', () => {
  it.each([0, 9999, 10_000, 99_999, 999_999])('is parsed back at epoch %i', (epoch) => {
    expect(parseSegmentName(segmentName(info(epoch)))).toEqual(info(epoch));
  });

  it('has the times of a segment, which are read without the rest', () => {
    const dated = info(0);
    const undated = { ...dated, pdtMs: null };
    expect(segmentTimes(segmentName(dated))).toEqual({ ptsMs: dated.ptsMs, pdtMs: dated.pdtMs });
    expect(segmentTimes(segmentName(undated))).toEqual({ ptsMs: dated.ptsMs, pdtMs: null });
    expect(segmentTimes('foreign.ts')).toBeNull();
  });

  it('integrity-1 keeps the tracks that are missing, within the longest name of a file', () => {
    const at = 1_000_000_000_000;
    const missing = (['video', 'audio', 'audio', 'audio'] as const).map((kind, i) => ({
      ...{ kind, number: i + 1, fromMs: at, toMs: at + i },
      cause: i === 3 ? ('damaged' as const) : ('not-sent' as const),
    }));
    const long = { ...info(999_999, 1_700_000_000_000), ptsMs: at, bytes: 1_000_000_000, missing };
    expect(parseSegmentName(segmentName(long))).toEqual(long);
    expect(missingTracksOf(segmentName(long))).toEqual(missing);
    expect(missingTracksOf(segmentName(info(0)))).toEqual([]);
    expect(segmentName(long).length).toBeLessThan(255);
  });

  it('sorts as text in the order of the source, across every change in the number of digits', () => {
    const order = [
      info(0, 9),
      info(0, 10),
      info(9, 0),
      info(9999, 5),
      info(10_000, 1),
      info(10_000, 2),
      info(99_999),
      info(100_000),
    ].map(segmentName);
    expect(order.toSorted()).toEqual(order);
  });

  it('is parsed with the epoch digits of earlier versions, but not with fewer or more', () => {
    const rest = '000000000042-90000-2000-1880000-x-0a1b2c3d.ts';
    expect(['0003', '00003', '000003'].map((epoch) => parseSegmentName(`${epoch}-${rest}`)?.epoch)).toEqual([3, 3, 3]);
    expect(['003', '0000003', ''].map((epoch) => parseSegmentName(`${epoch}-${rest}`))).toEqual([null, null, null]);
  });
});
