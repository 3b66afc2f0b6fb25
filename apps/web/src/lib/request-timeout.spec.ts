import { expect, it, jest } from '@jest/globals';
import { withTimeout } from './request-timeout.js';

const hangs = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('given up'));
    });
  });

it('gives up what hangs, later when the answer has begun, and never when it shall be waited for', async () => {
  jest.useFakeTimers();
  const ends: string[] = [];
  const run = (name: string, ms: number | null, begun = 0): void => {
    void withTimeout(ms, (signal, extend) => {
      if (begun > 0) extend(begun);
      return hangs(signal);
    }).catch(() => ends.push(name));
  };
  run('begun', 10, 50);
  run('hung', 10);
  run('change', null);
  await jest.advanceTimersByTimeAsync(10);
  expect(ends).toEqual(['hung']);
  await jest.advanceTimersByTimeAsync(1000);
  expect(ends).toEqual(['hung', 'begun']);
  jest.useRealTimers();
});
it('leaves no timer behind', async () => {
  jest.useFakeTimers();
  await expect(withTimeout(10, () => Promise.resolve('here'))).resolves.toBe('here');
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
