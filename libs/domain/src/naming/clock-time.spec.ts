import { expect, it } from '@jest/globals';
import { clockTime } from './clock-time.js';
import { zonedDate } from './zoned-date.js';

it('a time of day is shown in each format, also at midnight and noon', () => {
  const at = (text: string, format: Parameters<typeof clockTime>[1]): string =>
    clockTime(zonedDate(new Date(text), 'UTC'), format);
  expect(at('2026-06-10T15:04:05Z', 'HH:mm:ss')).toBe('15:04:05');
  expect(at('2026-06-10T15:04:05Z', 'HH:mm')).toBe('15:04');
  expect(at('2026-06-10T15:04:05Z', 'hh:mm:ss a')).toBe('03:04:05 PM');
  expect(at('2026-06-10T00:04:05Z', 'hh:mm a')).toBe('12:04 AM');
  expect(at('2026-06-10T12:00:00Z', 'hh:mm a')).toBe('12:00 PM');
});
