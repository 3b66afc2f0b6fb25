import { describe, expect, it } from '@jest/globals';
import { lengthMs } from './vod-length.js';

describe('how long a recording is', () => {
  const parts = [
    { partId: 'a', mediaMs: 60_000, doubledMs: 0 },
    { partId: 'b', mediaMs: 10_000, doubledMs: 2_000 },
  ];

  it('is what its parts hold together with what its recorder told since', () => {
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: { partId: 'b', mediaMs: 14_000 } })).toBe(72_000);
  });

  it('is what the row says while nobody tells anything newer', () => {
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: null })).toBe(68_000);
    expect(lengthMs({ mediaMs: 68_000 }, { parts, live: { partId: 'b', mediaMs: 8_000 } })).toBe(68_000);
  });
});
