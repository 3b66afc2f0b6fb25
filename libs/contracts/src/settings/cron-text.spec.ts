import { describe, expect, it } from '@jest/globals';
import { isCron } from './cron-text.js';

describe('a cron expression', () => {
  it.each(['0 */12 * * *', '30 4 1,15 * 1-5', '* * * * *', '0-30/10 0 31 12 7', '  5 4  * * 0 '])(
    'may be %s',
    (text) => {
      expect(isCron(text)).toBe(true);
    },
  );

  it.each([
    '',
    'daily',
    '@daily',
    '0 * * *',
    '0 0 0 * * *',
    '60 * * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '0 0 * 13 *',
    '0 0 * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    '5/10 * * * *',
    '1,,2 * * * *',
    '-1 * * * *',
    '0 0 * JAN *',
  ])('is not %s', (text) => {
    expect(isCron(text)).toBe(false);
  });
});
