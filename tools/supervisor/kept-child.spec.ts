import { describe, expect, it } from '@jest/globals';
import { backOffMs } from './kept-child.js';

describe('backOffMs', () => {
  it('doubles with every failure in a row', () => {
    expect([1, 2, 3].map(backOffMs)).toEqual([500, 1000, 2000]);
  });
  it('never waits longer than half a minute', () => {
    expect(backOffMs(5000)).toBe(30_000);
  });
});
