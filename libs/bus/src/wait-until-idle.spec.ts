import { expect, it } from '@jest/globals';
import { waitUntilIdle } from './wait-until-idle.js';

it('throws when the bus is still busy after the time limit', async () => {
  let now = 0;
  const clock = (): number => {
    now += 1;
    return now;
  };
  const busy = { isIdle: () => Promise.resolve(false) };
  await expect(waitUntilIdle(busy, { withinMs: 1, now: clock })).rejects.toMatchObject({ code: 'not-settled' });
});
