import { describe, expect, it } from '@jest/globals';
import { adPod } from './ad-pieces.js';

describe('a break', () => {
  it('is one spot up to 15 s, in segments of 2.002 s with a short tail', () => {
    const { durationMs, spots, pieces } = adPod(15);
    expect(durationMs).toBe(15_015);
    expect(spots).toEqual([{ offsetMs: 0, durationMs: 15_015 }]);
    expect(pieces.map((piece) => piece.durationMs)).toEqual([...Array.from({ length: 7 }, () => 2002), 1001]);
    expect(pieces.at(-1)).toMatchObject({ cut: 'tail', index: 14, offsetMs: 14_014 });
  });

  it('is a pod of several when it is longer', () => {
    const { durationMs, spots, pieces } = adPod(34);
    expect(spots.map((spot) => spot.durationMs)).toEqual([15_015, 15_015, 4004]);
    expect(pieces.reduce((sum, piece) => sum + piece.durationMs, 0)).toBe(durationMs);
    expect(pieces.filter(({ spot }) => spot === 2)).toMatchObject([
      { cut: 'piece', index: 0, offsetMs: 30_030 },
      { cut: 'piece', index: 1 },
    ]);
  });

  it('is never without a segment', () => {
    expect(adPod(0.2).pieces).toMatchObject([{ cut: 'tail', index: 0, durationMs: 1001 }]);
  });
});
