import { expect, it } from '@jest/globals';
import { nanoTime } from './event-message.js';

it('has up to nine digits of a second, the first three as given', () => {
  const times = Array.from({ length: 50 }, () => nanoTime(Date.UTC(2026, 0, 2, 3, 4, 5, 123)));
  for (const time of times) expect(time).toMatch(/^2026-01-02T03:04:05\.123\d{0,6}Z$/);
  expect(new Set(times).size).toBeGreaterThan(1);
  expect(times.some((time) => time.length > 27)).toBe(true);
});
