import { expect, it } from '@jest/globals';
import { timeText } from './time-text.js';

it('formats times without a locale', () => {
  expect([0, 59_999, 247_000, 3_723_400, 86_400_000, -5400].map(timeText)).toEqual([
    '0:00',
    '0:59',
    '4:07',
    '1:02:03',
    '24:00:00',
    '-0:05',
  ]);
});
