import { expect, it } from '@jest/globals';
import { BytesInFlight, SharedRoom } from './bytes-in-flight.js';

const clientsOf = (ownBytes: number, sharedBytes: number) => {
  const shared = new SharedRoom({ ownBytes, sharedBytes });
  return () => new BytesInFlight(shared);
};
const [a, b, c] = [{}, {}, {}];

it('integrity-10 bounds what one client receives: its own room, or what one body may have', () => {
  const client = clientsOf(100, 1000)();
  expect([client.hold(a, 60, 80), client.hold(b, 60, 80), client.hold(b, 40, 80)]).toEqual([true, false, true]);
  expect([client.hold(c, 100, 250), client.hold(c, 150, 250), client.hold(a, 70, 250)]).toEqual([true, true, false]);
  client.end(b);
  expect([client.hold(a, 100, 250), client.hold(a, 101, 250)]).toEqual([true, false]);
});

it('integrity-10 bounds what all clients receive, and leaves each its own room', () => {
  const client = clientsOf(100, 300);
  const hostile = [client(), client(), client()];
  expect(hostile.map((one) => one.hold(a, 220, 500))).toEqual([true, true, false]);
  const healthy = client();
  expect([healthy.hold(a, 90, 500), healthy.hold(a, 100, 500), healthy.hold(a, 170, 500)]).toEqual([true, true, false]);
  hostile[0]?.end(a);
  expect(healthy.hold(a, 170, 500)).toBe(true);
});

it('gives back all room, also twice', () => {
  const client = clientsOf(10, 50);
  const one = client();
  for (let round = 0; round < 3; round += 1) {
    expect(one.hold(a, 60, 60)).toBe(true);
    one.end(a);
    one.end(a);
  }
  expect(client().hold(a, 60, 60)).toBe(true);
});
