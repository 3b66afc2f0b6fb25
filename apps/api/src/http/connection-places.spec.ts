import { expect, it } from '@jest/globals';
import { ConnectionPlaces } from './connection-places.js';

const newPlaces = () => new ConnectionPlaces({ perAddress: 50, all: 1000, forOperators: 200 });

const join = (limits: ConnectionPlaces, address: string, isOperator = false) => {
  const place = limits.take(address);
  return { place, isKept: place.keep(isOperator) };
};
const joined = (limits: ConnectionPlaces, count: number, address: (n: number) => string): number =>
  Array.from({ length: count }, (_, n) => join(limits, address(n))).filter(({ isKept }) => isKept).length;

it('an address has 50 places without a login, and any number with one', () => {
  const limits = newPlaces();
  expect(joined(limits, 60, () => 'a')).toBe(50);
  expect(join(limits, 'a', true).isKept).toBe(true);
  expect(join(limits, 'b').isKept).toBe(true);
});

it('a closed socket frees its place', () => {
  const limits = newPlaces();
  const all = Array.from({ length: 50 }, () => join(limits, 'a'));
  expect(join(limits, 'a').isKept).toBe(false);
  for (const { place } of all) {
    place.free();
    place.free();
  }
  // The refused socket is still open, and counts.
  expect(joined(limits, 60, () => 'a')).toBe(49);
});

it('an address is crowded above 100 sockets without a login, also before their callers are known', () => {
  const limits = newPlaces();
  const taken = Array.from({ length: 101 }, () => limits.take('a'));
  expect(taken.map(({ isCrowded }) => isCrowded).lastIndexOf(false)).toBe(99);
  expect(limits.take('b').isCrowded).toBe(false);
  for (const place of taken) place.free();
  expect(limits.take('a').isCrowded).toBe(false);
});

it('guests leave 200 of 1,000 places to operators', () => {
  const limits = newPlaces();
  expect(joined(limits, 900, (n) => String(n))).toBe(800);
  const operators = Array.from({ length: 210 }, () => join(limits, 'a', true));
  expect(operators.filter(({ isKept }) => isKept)).toHaveLength(200);
  operators[0]?.place.free();
  expect(join(limits, 'b', true).isKept).toBe(true);
});
