import { expect, it } from '@jest/globals';
import { RateWindow } from './rate-window.js';

it('takes so many in a window that moves along, and forgets those it refused', () => {
  const window = new RateWindow(2, 100);
  expect([0, 10, 20, 99, 100, 109, 110].map((now) => window.take(now))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
});
