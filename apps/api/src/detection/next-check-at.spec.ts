import { describe, expect, it } from '@jest/globals';
import { nextCheckAt } from './next-check-at.js';

describe('nextCheckAt', () => {
  it('waits the full interval for channels on separate servers', () => {
    expect(nextCheckAt({ pollMs: 10_000, batchSize: 1, siteChannels: 500, now: 3 })).toBe(10_003);
  });
  it('aligns the channels of one call to the same time', () => {
    expect([
      nextCheckAt({ pollMs: 10_000, batchSize: 100, siteChannels: 50, now: 10_001 }),
      nextCheckAt({ pollMs: 10_000, batchSize: 100, siteChannels: 50, now: 19_999 }),
    ]).toEqual([20_000, 20_000]);
  });
  it('checks 1,000 channels in calls of 100 at 30 calls a minute', () => {
    expect(nextCheckAt({ pollMs: 10_000, batchSize: 100, siteChannels: 1000, now: 0 })).toBe(20_000);
  });
  it('checks each channel at least every 60 s', () => {
    expect(nextCheckAt({ pollMs: 10_000, batchSize: 100, siteChannels: 100_000, now: 0 })).toBe(60_000);
  });
  it('keeps a longer interval that the operator chose', () => {
    expect(nextCheckAt({ pollMs: 90_000, batchSize: 100, siteChannels: 10, now: 0 })).toBe(90_000);
  });
});
