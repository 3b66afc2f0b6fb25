import { expect, it } from '@jest/globals';
import { waitUntilIdle } from './wait-until-idle.js';

it('throws when messages are still in progress after the limit', async () => {
  let now = 0;
  const clock = (): number => {
    now += 1;
    return now;
  };
  const busy = { isIdle: () => Promise.resolve(false) };
  await expect(waitUntilIdle(busy, { withinMs: 1, now: clock })).rejects.toMatchObject({ code: 'not-settled' });
});
