import { describe, expect, it } from '@jest/globals';
import { backOffMs, failuresAfter } from './supervised-process.js';

describe('backOffMs', () => {
  it('doubles with every consecutive failure', () => {
    expect([1, 2, 3].map(backOffMs)).toEqual([500, 1000, 2000]);
  });
  it('never waits longer than half a minute', () => {
    expect(backOffMs(5000)).toBe(30_000);
  });
});

describe('failuresAfter', () => {
  it('restarts the count after a child that was ready and ran for a minute', () => {
    expect(failuresAfter(3, { wasReady: true, livedMs: 61_000 })).toBe(1);
    expect(failuresAfter(3, { wasReady: true, livedMs: 1000 })).toBe(4);
  });
  it('counts a child that was never ready, even if it ran for a long time', () => {
    expect(failuresAfter(3, { wasReady: false, livedMs: 91_000 })).toBe(4);
  });
});
