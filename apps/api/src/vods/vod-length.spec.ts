import { describe, expect, it } from '@jest/globals';
import { lengthMs, missingOf } from './vod-length.js';

describe('how long a recording is', () => {
  const parts = [
    { partId: 'a', mediaMs: 60_000, doubledMs: 0 },
    { partId: 'b', mediaMs: 10_000, doubledMs: 2_000 },
  ];

  it('is what its parts hold together with what its recorder reported since', () => {
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: { partId: 'b', mediaMs: 14_000 } })).toBe(72_000);
  });

  it('is what the row says while nobody tells anything newer', () => {
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: null })).toBe(68_000);
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: { partId: 'b', mediaMs: 8_000 } })).toBe(68_000);
  });
});

describe('what is missing of a recording', () => {
  const gap = { at: 0, durMs: 4_000, cause: 'left-window' } as const;

  it('is what all its recorders missed, and counts once', () => {
    const of = (partId: string, missingMs: number) => ({ partId, missingMs });
    const vod = { missingMs: 9_000, gaps: [gap] };
    expect(missingOf(vod, { parts: [of('a', 4_000), of('b', 5_000)], live: of('b', 5_000) })).toBe(4_000);
    expect(missingOf({ ...vod, gaps: [] }, { parts: [of('a', 9_000)], live: of('b', 0) })).toBe(0);
  });

  it('is what its only recorder has just reported, before its gaps are read', () => {
    const parts = [{ partId: 'a' }];
    expect(missingOf({ missingMs: 0, gaps: [] }, { parts, live: { partId: 'a', missingMs: 2_000 } })).toBe(2_000);
    expect(missingOf({ missingMs: 3_000, gaps: [gap] }, { parts, live: null })).toBe(4_000);
  });

  it('is nothing where the source was silent', () => {
    expect(missingOf({ missingMs: 0, gaps: [{ ...gap, cause: 'source-silent' }] }, { parts: [], live: null })).toBe(0);
  });
});
