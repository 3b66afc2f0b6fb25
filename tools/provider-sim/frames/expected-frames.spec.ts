import { describe, expect, it } from '@jest/globals';
import type { OfferedSegment } from '../sim-log.js';
import { expectedFrames } from './expected-frames.js';

const segment = (seq: number, more: Partial<OfferedSegment> = {}): OfferedSegment => ({
  seq,
  epoch: 0,
  url: `source/${String(seq)}.ts`,
  firstFrame: seq * 60,
  frameCount: 60,
  durationMs: 2000,
  bytes: 1000,
  publishedAt: 1000 + seq * 2000,
  removedAt: 1000 + (seq + 3) * 2000,
  reachableMs: 6000,
  withheld: false,
  ...more,
});

describe('what a recording should hold', () => {
  it('begins with the oldest segment that was still listed', () => {
    const segments = [segment(0), segment(1), segment(2), segment(3)];
    expect(expectedFrames({ segments }, { fromOldestAt: 7500 })).toEqual([
      { first: 60, count: 60 },
      { first: 120, count: 60 },
      { first: 180, count: 60 },
    ]);
  });

  it('leaves out what nobody could have: gaps, faults for good, lists that were never shown', () => {
    const segments = [
      segment(0),
      segment(1, { withheld: true }),
      segment(2, { reachableMs: 0 }),
      segment(3, { removedAt: null }),
    ];
    expect(expectedFrames({ segments })).toEqual([
      { first: 0, count: 60 },
      { first: 180, count: 60 },
    ]);
  });
});
