import { describe, expect, it } from '@jest/globals';
import { leaseDelayMs } from './lease-delay.js';

const odds = { priority: 50, used: 0, slots: 10, random: 0.5 };

describe('leaseDelayMs', () => {
  it('prefers the higher priority for any random value', () => {
    expect(leaseDelayMs({ ...odds, priority: 100, random: 1 })).toBeLessThanOrEqual(
      leaseDelayMs({ ...odds, priority: 0, random: 0 }),
    );
  });
  it('prefers the recorder with more free slots', () => {
    expect(leaseDelayMs(odds)).toBeLessThan(leaseDelayMs({ ...odds, used: 9 }));
  });
  it('stays within 0.7 s', () => {
    expect(leaseDelayMs({ priority: 0, used: 10, slots: 10, random: 1 })).toBe(700);
  });
});
