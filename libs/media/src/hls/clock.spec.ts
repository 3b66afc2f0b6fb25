import { getEventListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { systemClock } from './clock.js';

it('ends a sleep when the signal aborts, or at its time, and leaves no listener', async () => {
  const ending = new AbortController();
  const { signal } = ending;
  await systemClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  const slept = systemClock.sleep(1e9, signal);
  ending.abort();
  await slept;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await systemClock.sleep(1e9, signal);
});
