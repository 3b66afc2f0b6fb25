import { expect, it } from '@jest/globals';
import { SocketPlaces } from './socket-places.js';

const join = (places: SocketPlaces, address: string, isOperator = false) => {
  const place = places.take(address);
  return { place, isKept: place.keep(isOperator) };
};
const joined = (places: SocketPlaces, count: number, address: (n: number) => string): number =>
  Array.from({ length: count }, (_, n) => join(places, address(n))).filter(({ isKept }) => isKept).length;

it('an address has 50 places without a login, and any number with one', () => {
  const places = new SocketPlaces();
  expect(joined(places, 60, () => 'a')).toBe(50);
  expect(join(places, 'a', true).isKept).toBe(true);
  expect(join(places, 'b').isKept).toBe(true);
});

it('a closed socket frees its place', () => {
  const places = new SocketPlaces();
  const all = Array.from({ length: 50 }, () => join(places, 'a'));
  expect(join(places, 'a').isKept).toBe(false);
  for (const { place } of all) {
    place.free();
    place.free();
  }
  // The refused socket is still open, and counts.
  expect(joined(places, 60, () => 'a')).toBe(49);
});

it('an address is crowded above 100 sockets without a login, also before their callers are known', () => {
  const places = new SocketPlaces();
  const taken = Array.from({ length: 101 }, () => places.take('a'));
  expect(taken.map(({ isCrowded }) => isCrowded).lastIndexOf(false)).toBe(99);
  expect(places.take('b').isCrowded).toBe(false);
  for (const place of taken) place.free();
  expect(places.take('a').isCrowded).toBe(false);
});

it('guests leave 200 of 1,000 places to operators', () => {
  const places = new SocketPlaces();
  expect(joined(places, 900, (n) => String(n))).toBe(800);
  const operators = Array.from({ length: 210 }, () => join(places, 'a', true));
  expect(operators.filter(({ isKept }) => isKept)).toHaveLength(200);
  operators[0]?.place.free();
  expect(join(places, 'b', true).isKept).toBe(true);
});
