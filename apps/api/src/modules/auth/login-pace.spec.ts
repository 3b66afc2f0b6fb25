import { describe, expect, it } from '@jest/globals';
import { LoginPace, type Place } from './login-pace.js';

let now = 0;
const paceOf = (perAddress: number, inAll: number): LoginPace => {
  now = 0;
  return new LoginPace({ perAddress, inAll }, () => now);
};
const finish = (place: Place, hasFailed: boolean): Place => {
  if ('done' in place) place.done(hasFailed);
  return place;
};
const fail = (pace: LoginPace, times: number, caller = 'a'): void => {
  for (let n = 0; n < times; n += 1) finish(pace.take(caller, 'all'), true);
};
const waitOf = (place: Place): number | string => ('waitMs' in place ? place.waitMs : 'refused');

describe('password guesses', () => {
  it('do not wait below the limit', () => {
    const pace = paceOf(3, 100);
    fail(pace, 2);
    expect(waitOf(pace.take('a', 'all'))).toBe(0);
  });

  it('above the limit pass one per second, and are refused only if they would wait longer than 8 s', () => {
    const pace = paceOf(3, 100);
    fail(pace, 3);
    const waits = Array.from({ length: 11 }, () => waitOf(pace.take('a', 'all')));
    expect(waits).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 'refused', 'refused']);
    now += 3000;
    expect(waitOf(pace.take('a', 'all'))).toBe(6000);
  });

  it('of others make nobody wait below the total', () => {
    const pace = paceOf(3, 100);
    fail(pace, 50);
    expect(waitOf(pace.take('b', 'all'))).toBe(0);
  });

  it('at once count before they have failed', () => {
    const pace = paceOf(3, 100);
    const waits = Array.from({ length: 5 }, () => waitOf(pace.take('a', 'all')));
    expect(waits).toEqual([0, 0, 0, 0, 1000]);
  });

  it('that are right do not count', () => {
    const pace = paceOf(3, 100);
    for (let n = 0; n < 10; n += 1) expect(waitOf(finish(pace.take('a', 'all'), false))).toBe(0);
  });

  it('above the total pass five per second, except from callers to which it does not apply', () => {
    const pace = paceOf(1000, 5);
    fail(pace, 5);
    expect([waitOf(pace.take('b', 'all')), waitOf(pace.take('c', 'all'))]).toEqual([0, 200]);
    expect(waitOf(pace.take('loopback', null))).toBe(0);
  });

  it('of any number of callers do not push the total out', () => {
    const pace = paceOf(1000, 5);
    fail(pace, 5);
    for (let n = 0; n < 20_000; n += 1) finish(pace.take(String(n), null), true);
    expect([waitOf(pace.take('b', 'all')), waitOf(pace.take('c', 'all'))]).toEqual([0, 200]);
  });

  it('are forgotten after 15 minutes', () => {
    const pace = paceOf(3, 100);
    fail(pace, 6);
    now += 15 * 60_000;
    expect([waitOf(pace.take('a', 'all')), waitOf(pace.take('a', 'all'))]).toEqual([0, 0]);
  });
});
