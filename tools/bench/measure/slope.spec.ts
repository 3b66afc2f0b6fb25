import { expect, it } from '@jest/globals';
import { slopePerMinute } from './slope.js';

it('tells growth per minute, and little of an outlier', () => {
  const line = (perMinute: number) => Array.from({ length: 61 }, (_, s) => ({ at: s * 1000, value: 100 + perMinute * (s / 60) }));
  expect(slopePerMinute(line(6))).toBeCloseTo(6);
  expect(slopePerMinute(line(0).map((sample, s) => (s === 30 ? { ...sample, value: 150 } : sample)))).toBeCloseTo(0);
  expect([slopePerMinute([]), slopePerMinute([{ at: 1, value: 1 }])]).toEqual([0, 0]);
});
