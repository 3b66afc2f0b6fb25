import { describe, expect, it } from '@jest/globals';
import { LoginThrottle, type Place } from './login-throttle.js';

let now = 0;
const throttleOf = (perAddress: number, inAll: number): LoginThrottle => {
  now = 0;
  return new LoginThrottle({ perAddress, inAll }, () => now);
};
const finish = (place: Place, hasFailed: boolean): Place => {
  if ('done' in place) place.done(hasFailed);
  return place;
};
const fail = (throttle: LoginThrottle, times: number, caller = 'a'): void => {
  for (let n = 0; n < times; n += 1) finish(throttle.take(caller, 'all'), true);
};
const waitOf = (place: Place): number | string => ('waitMs' in place ? place.waitMs : 'refused');

describe('password guesses', () => {
  it('do not wait below the limit', () => {
    const throttle = throttleOf(3, 100);
    fail(throttle, 2);
    expect(waitOf(throttle.take('a', 'all'))).toBe(0);
  });

  it('above the limit pass one per second, and are refused only if they would wait longer than 8 s', () => {
    const throttle = throttleOf(3, 100);
    fail(throttle, 3);
    const waits = Array.from({ length: 11 }, () => waitOf(throttle.take('a', 'all')));
    expect(waits).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 'refused', 'refused']);
    now += 3000;
    expect(waitOf(throttle.take('a', 'all'))).toBe(6000);
  });

  it('of others make nobody wait below the total', () => {
    const throttle = throttleOf(3, 100);
    fail(throttle, 50);
    expect(waitOf(throttle.take('b', 'all'))).toBe(0);
  });

  it('at once count before they have failed', () => {
    const throttle = throttleOf(3, 100);
    const waits = Array.from({ length: 5 }, () => waitOf(throttle.take('a', 'all')));
    expect(waits).toEqual([0, 0, 0, 0, 1000]);
  });

  it('that are right do not count', () => {
    const throttle = throttleOf(3, 100);
    for (let n = 0; n < 10; n += 1) expect(waitOf(finish(throttle.take('a', 'all'), false))).toBe(0);
  });

  it('above the total pass five per second, except from callers to which it does not apply', () => {
    const throttle = throttleOf(1000, 5);
    fail(throttle, 5);
    expect([waitOf(throttle.take('b', 'all')), waitOf(throttle.take('c', 'all'))]).toEqual([0, 200]);
    expect(waitOf(throttle.take('loopback', null))).toBe(0);
  });

  it('of any number of callers do not push the total out', () => {
    const throttle = throttleOf(1000, 5);
    fail(throttle, 5);
    for (let n = 0; n < 20_000; n += 1) finish(throttle.take(String(n), null), true);
    expect([waitOf(throttle.take('b', 'all')), waitOf(throttle.take('c', 'all'))]).toEqual([0, 200]);
  });

  it('that are given up before their turn leave it to others, and do not count', () => {
    const throttle = throttleOf(1, 100);
    fail(throttle, 1);
    const places = Array.from({ length: 9 }, () => throttle.take('a', 'all'));
    expect(waitOf(throttle.take('a', 'all'))).toBe('refused');
    for (const place of places.slice(1)) if ('cancel' in place) place.cancel();
    expect(waitOf(throttle.take('a', 'all'))).toBe(1000);
  });

  it('are forgotten after 15 minutes', () => {
    const throttle = throttleOf(3, 100);
    fail(throttle, 6);
    now += 15 * 60_000;
    expect([waitOf(throttle.take('a', 'all')), waitOf(throttle.take('a', 'all'))]).toEqual([0, 0]);
  });
});
