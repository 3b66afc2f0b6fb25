import { describe, expect, it } from '@jest/globals';
import { quietUntil } from './quiet-hours.js';

const berlin = (from: string, to: string, now: string): string | null =>
  quietUntil({ from, to, timeZone: 'Europe/Berlin' }, new Date(now))?.toISOString() ?? null;

describe('quiet hours', () => {
  it('end at their end on the clock of the zone, also after midnight', () => {
    expect(berlin('22:00', '07:00', '2026-06-10T21:30:15Z')).toBe('2026-06-11T05:00:00.000Z');
    expect(berlin('22:00', '07:00', '2026-06-11T04:59:59Z')).toBe('2026-06-11T05:00:00.000Z');
    expect(berlin('12:00', '13:30', '2026-06-10T10:00:00Z')).toBe('2026-06-10T11:30:00.000Z');
  });

  it('do not hold messages outside of them, nor if they are empty, equal or no times', () => {
    expect(berlin('22:00', '07:00', '2026-06-11T05:00:00Z')).toBeNull();
    expect(berlin('22:00', '07:00', '2026-06-11T19:59:59Z')).toBeNull();
    expect(berlin('', '', '2026-06-11T01:00:00Z')).toBeNull();
    expect(berlin('07:00', '07:00', '2026-06-11T05:00:00Z')).toBeNull();
    expect(berlin('25:00', '07:00', '2026-06-11T01:00:00Z')).toBeNull();
  });

  it('are an hour shorter in the night in which the clock goes forward, and longer when it goes back', () => {
    // Europe/Berlin: 2026-03-29 02:00 becomes 03:00; 2026-10-25 03:00 becomes 02:00.
    expect(berlin('22:00', '07:00', '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(berlin('22:00', '07:00', '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('end right after the skip if the clock skips their end', () => {
    const end = berlin('22:00', '02:30', '2026-03-28T23:30:00Z');
    expect(end).not.toBeNull();
    expect(new Date(end ?? 0).getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-29T01:00:00Z'));
    expect(new Date(end ?? 0).getTime()).toBeLessThanOrEqual(Date.parse('2026-03-29T02:00:00Z'));
  });
});
