import { expect, it } from '@jest/globals';
import { nextInterval } from './ticker.js';

it('asks every two minutes while anyone is live', () => {
  expect(nextInterval(900, true, true)).toBe(120);
});
it('asks less and less often while nobody is, up to half an hour', () => {
  expect(nextInterval(120, false, true)).toBe(130);
  expect(nextInterval(1795, false, true)).toBe(1800);
  expect(nextInterval(1800, false, true)).toBe(1800);
});
it('asks often while there is no socket', () => {
  expect(nextInterval(1800, false, false)).toBe(15);
});
