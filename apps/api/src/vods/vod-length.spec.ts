import { describe, expect, it } from '@jest/globals';
import { lengthMs, missingOf } from './vod-length.js';

describe('the length of a recording', () => {
  const parts = [
    { partId: 'a', mediaMs: 60_000, doubledMs: 0 },
    { partId: 'b', mediaMs: 10_000, doubledMs: 2_000 },
  ];

  it('is the sum of its parts and of later reports of the recorder', () => {
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: { partId: 'b', mediaMs: 14_000 } })).toBe(72_000);
  });

  it('is the stored length without newer reports', () => {
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: null })).toBe(68_000);
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: { partId: 'b', mediaMs: 8_000 } })).toBe(68_000);
  });
});

describe('the missing time of a recording', () => {
  const gap = { at: 0, durMs: 4_000, cause: 'left-window' } as const;

  it('is the time that all recorders missed, counted once', () => {
    const of = (partId: string, missingMs: number) => ({ partId, missingMs });
    const vod = { missingMs: 9_000, gaps: [gap] };
    expect(missingOf(vod, { parts: [of('a', 4_000), of('b', 5_000)], live: of('b', 5_000) })).toBe(4_000);
    expect(missingOf({ ...vod, gaps: [] }, { parts: [of('a', 9_000)], live: of('b', 0) })).toBe(0);
  });

  it('is the last report of the only recorder until its gaps are read', () => {
    const parts = [{ partId: 'a' }];
    expect(missingOf({ missingMs: 0, gaps: [] }, { parts, live: { partId: 'a', missingMs: 2_000 } })).toBe(2_000);
    expect(missingOf({ missingMs: 3_000, gaps: [gap] }, { parts, live: null })).toBe(4_000);
  });

  it('is zero while the source was silent', () => {
    expect(missingOf({ missingMs: 0, gaps: [{ ...gap, cause: 'source-silent' }] }, { parts: [], live: null })).toBe(0);
  });
});
