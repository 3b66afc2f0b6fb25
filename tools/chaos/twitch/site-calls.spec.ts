import { expect, it } from '@jest/globals';
import { callsTo, GQL, HELIX, statusesOf } from './site-calls.js';

const call = (at: number, host: string, status: number) => ({ at, host, status, method: 'GET', path: '/' });
const sites = [call(1, HELIX, 200), call(5, HELIX, 500), call(6, GQL, 200), call(7, HELIX, 500), call(8, HELIX, 200)];

it('finds the requests to a host since a time', () => {
  expect(callsTo({ sites }, HELIX, 5).map(({ at }) => at)).toEqual([5, 7, 8]);
});

it('counts requests by status', () => {
  expect(statusesOf(callsTo({ sites }, HELIX, 5))).toBe('2 x 500, 1 x 200');
  expect(statusesOf([])).toBe('none');
});
