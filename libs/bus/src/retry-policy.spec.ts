import { expect, it } from '@jest/globals';
import { COMMAND_POLICY, ENDLESS_POLICY, EVENT_POLICY } from './retry-policy.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

it('retries a command for about four minutes', () => {
  const delays = Array.from({ length: COMMAND_POLICY.tries - 1 }, (_, i) => COMMAND_POLICY.delayMs(i + 1));
  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 120].map((seconds) => seconds * SECOND));
});

it.each([
  ['an event', EVENT_POLICY],
  ['an endless command', ENDLESS_POLICY],
])('retries %s without end, at most 30 s after its last try', (_, policy) => {
  expect(policy.tries).toBe(Infinity);
  expect([1, 2, 10, 10_000].map((attempt) => policy.delayMs(attempt)).at(-1)).toBe(30 * SECOND);
  expect(policy.delayMs(2)).toBe(2 * policy.delayMs(1));
});

it('lets an endless command survive four hours of unavailable storage', () => {
  let waited = 0;
  for (let attempt = 1; attempt < ENDLESS_POLICY.unanswered; attempt += 1) waited += ENDLESS_POLICY.delayMs(attempt);
  expect(waited).toBeGreaterThanOrEqual(4 * HOUR);
});
