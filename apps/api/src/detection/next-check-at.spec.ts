import { describe, expect, it } from '@jest/globals';
import { nextCheckAt } from './next-check-at.js';

describe('nextCheckAt', () => {
  it('waits its own time where each channel is a server of its own', () => {
    expect(nextCheckAt({ pollMs: 10_000, batch: 1, channels: 500, now: 3 })).toBe(10_003);
  });
  it('brings channels of one call onto one grid, whenever they were asked', () => {
    expect([
      nextCheckAt({ pollMs: 10_000, batch: 100, channels: 50, now: 10_001 }),
      nextCheckAt({ pollMs: 10_000, batch: 100, channels: 50, now: 19_999 }),
    ]).toEqual([20_000, 20_000]);
  });
  it('asks 1,000 channels in calls of 100 at 30 calls a minute', () => {
    expect(nextCheckAt({ pollMs: 10_000, batch: 100, channels: 1000, now: 0 })).toBe(20_000);
  });
  it('asks each at least every 60 s', () => {
    expect(nextCheckAt({ pollMs: 10_000, batch: 100, channels: 100_000, now: 0 })).toBe(60_000);
  });
  it('keeps a longer time that the operator chose', () => {
    expect(nextCheckAt({ pollMs: 90_000, batch: 100, channels: 10, now: 0 })).toBe(90_000);
  });
});
