import { describe, expect, it } from '@jest/globals';
import { placeFill } from './place-fill.js';

const before = { startAt: 10_000, siteAt: 110_000, durMs: 2000 };
const after = (startAt: number) => ({ startAt, siteAt: startAt + 100_000, durMs: 2000 });

describe('the place of a fill', () => {
  it('is behind the segment before the gap, on both clocks', () => {
    expect(placeFill([4000], { before, after: after(16_000) })).toEqual([{ startAt: 12_000, siteAt: 112_000 }]);
  });

  it('ends at the segment after the gap, even if the clocks leave too little room', () => {
    expect(placeFill([4000], { before, after: after(15_900) })).toEqual([{ startAt: 11_900, siteAt: 111_900 }]);
  });

  it('leaves the silence of the source between two stretches', () => {
    expect(placeFill([3000, 4000], { before, after: after(30_000) })).toEqual([
      { startAt: 12_000, siteAt: 112_000 },
      { startAt: 26_000, siteAt: 126_000 },
    ]);
  });

  it('needs one side only', () => {
    expect(placeFill([4000], { before: null, after: after(16_000) })).toEqual([{ startAt: 12_000, siteAt: 112_000 }]);
    expect(placeFill([4000], { before, after: null })).toEqual([{ startAt: 12_000, siteAt: 112_000 }]);
    expect(placeFill([4000], { before: { ...before, siteAt: null }, after: null })).toEqual([
      { startAt: 12_000, siteAt: null },
    ]);
  });
});
