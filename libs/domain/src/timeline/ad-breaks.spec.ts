import { expect, it } from '@jest/globals';
import { AdBreaks } from './ad-breaks.js';

const ad = (at: number, durMs = 10) => ({ at, durMs });

it('has the portions of breaks in a gap in order, each stretch of time once', () => {
  const ads = new AdBreaks([ad(500, 100), ad(100, 50), ad(120, 100), ad(700, 100)]);
  expect(ads.takeFrom({ from: 200, to: 750 })).toEqual([
    { from: 200, to: 220 },
    { from: 500, to: 600 },
    { from: 700, to: 750 },
  ]);
});

it('shares a break that lasts longer than a gap with the next one', () => {
  const ads = new AdBreaks([ad(0, 100)]);
  expect(ads.takeFrom({ from: 10, to: 20 })).toEqual([{ from: 10, to: 20 }]);
  expect(ads.takeFrom({ from: 30, to: 200 })).toEqual([{ from: 30, to: 100 }]);
  expect(ads.takeFrom({ from: 30, to: 200 })).toEqual([]);
});

it('has each of many breaks in one of many gaps that all cover them', () => {
  const COUNT = 2000;
  const ads = new AdBreaks(Array.from({ length: COUNT }, (_, n) => ad(n * 100)));
  let found = 0;
  for (let n = 0; n < COUNT; n += 1) found += ads.takeFrom({ from: -1, to: COUNT * 100 }).length;
  expect(found).toBe(COUNT);
});
