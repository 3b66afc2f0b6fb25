import { describe, expect, it } from '@jest/globals';
import { type StripModel } from '../../components/strip/strip-model.js';
import { chartOf, nearestTo, stepOf } from './viewers-model.js';

const model: StripModel = {
  start: 0,
  end: 100_000,
  media: [
    { from: 0, to: 40_000 },
    { from: 60_000, to: 100_000 },
  ],
  gaps: [{ from: 40_000, to: 60_000, cause: 'source-silent' }],
  trackGaps: [],
  joins: [],
  growing: false,
};
const sample = (offset: number, amount: number) => ({ timestamp: '2026-11-28T10:00:00.000Z', offset, amount });

describe('chartOf', () => {
  it('makes no line of one count', () => {
    expect([chartOf(model, []), chartOf(model, [sample(1, 5)])]).toEqual([null, null]);
  });
  it("stands on the strip's axis, gaps and all", () => {
    const chart = chartOf(model, [sample(0, 50), sample(50, 100), sample(80, 0)]);
    expect(chart?.points.map((p) => p.share)).toEqual([0, 0.7, 1]);
    expect(chart?.line).toBe('0.0,53.0 700.0,6.0 1000.0,100.0');
    expect([chart?.most, chart?.mean]).toEqual([100, 50]);
  });
  it('draws a stream that nobody watched', () => {
    expect(chartOf(model, [sample(0, 0), sample(10, 0)])?.line).toBe('0.0,100.0 100.0,100.0');
  });
});

it('finds the count under the pointer', () => {
  const points = chartOf(model, [sample(0, 1), sample(20, 2), sample(40, 3)])?.points ?? [];
  expect([-1, 0.12, 0.19, 2].map((share) => nearestTo(points, share))).toEqual([0, 1, 1, 2]);
});

it('is read by keys', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'a'].map((key) => stepOf(key, 4, 50))).toEqual([
    3,
    5,
    0,
    49,
    9,
    null,
  ]);
  expect([stepOf('ArrowLeft', 0, 3), stepOf('ArrowRight', 2, 3)]).toEqual([0, 2]);
});
