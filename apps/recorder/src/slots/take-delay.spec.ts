import { describe, expect, it } from '@jest/globals';
import { takeDelayMs } from './take-delay.js';

const odds = { priority: 50, used: 0, slots: 10, random: 0.5 };

describe('takeDelayMs', () => {
  it('lets the more important one pass whatever chance says', () => {
    expect(takeDelayMs({ ...odds, priority: 100, random: 1 })).toBeLessThanOrEqual(
      takeDelayMs({ ...odds, priority: 0, random: 0 }),
    );
  });
  it('lets the emptier recorder come first', () => {
    expect(takeDelayMs(odds)).toBeLessThan(takeDelayMs({ ...odds, used: 9 }));
  });
  it('stays within 0.7 s', () => {
    expect(takeDelayMs({ priority: 0, used: 10, slots: 10, random: 1 })).toBe(700);
  });
});
