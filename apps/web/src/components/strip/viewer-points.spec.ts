import { describe, expect, it } from '@jest/globals';
import { model } from './strip-model.fixture.js';
import { viewerPoints } from './viewer-points.js';

describe('viewerPoints', () => {
  it('puts samples where their file time lies', () => {
    expect(
      viewerPoints(model, [
        { offset: 10, amount: 5 },
        { offset: 30, amount: 7 },
      ]).map((p) => [p.at, p.amount]),
    ).toEqual([
      [10_000, 5],
      [40_000, 7],
    ]);
  });
  it('keeps the peaks of many', () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ offset: i * 0.06, amount: i === 501 ? 999 : 1 }));
    const points = viewerPoints(model, many, 100);
    expect(points).toHaveLength(100);
    expect(Math.max(...points.map((p) => p.amount))).toBe(999);
  });
});
