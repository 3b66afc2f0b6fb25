import { describe, expect, it } from '@jest/globals';
import { decodeCells, encodeCells } from './digit-code.js';

describe('the strip of cells', () => {
  it('gives back the number it was given', () => {
    for (const frame of [0, 1, 29, 30, 7199, 65_535, 1_048_576, 2 ** 24 - 1])
      expect(decodeCells(encodeCells(frame))).toBe(frame);
  });

  it('reads dull and bright pictures alike', () => {
    const dull = encodeCells(4711).map((level) => 60 + level * 0.4);
    expect(decodeCells(dull)).toBe(4711);
  });

  it('refuses a strip with one wrong cell, wherever it is', () => {
    const cells = encodeCells(123_456);
    for (let wrong = 0; wrong < cells.length; wrong++)
      expect(decodeCells(cells.map((level, i) => (i === wrong ? 255 - level : level)))).toBeNull();
  });

  it('reads nothing from a picture without a strip', () => {
    expect(decodeCells(encodeCells(0).map(() => 128))).toBeNull();
  });
});
