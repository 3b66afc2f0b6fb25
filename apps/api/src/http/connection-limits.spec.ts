import { expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { type Server } from 'node:http';
import { hasPlace, limitConnections } from './connection-limits.js';

class FakeSocket extends EventEmitter {
  isDestroyed = false;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}
type Socket = Parameters<typeof hasPlace>[0]['socket'];
const hasPlaceAs = (socket: FakeSocket, isOperator: boolean): boolean =>
  hasPlace({ socket: socket as unknown as Socket }, isOperator);

/** @returns opens connections from an address */
function serverOf(trustProxy: number | false = false): (count: number, address: string) => FakeSocket[] {
  const server = new EventEmitter();
  limitConnections(server as unknown as Server, { trustProxy });
  return (count, address) =>
    Array.from({ length: count }, () => {
      const socket = new FakeSocket(address);
      server.emit('connection', socket);
      return socket;
    });
}
const opened = (sockets: readonly FakeSocket[]): number => sockets.filter(({ isDestroyed }) => !isDestroyed).length;

it('an address has 200 connections of guests, and 400 before their callers are known', () => {
  const open = serverOf();
  const flood = open(1000, '10.0.0.1');
  expect(opened(flood)).toBe(400);
  expect(flood.slice(0, 400).filter((socket) => hasPlaceAs(socket, false))).toHaveLength(0);
  for (const socket of flood.slice(200)) socket.destroy();
  expect(flood.slice(0, 200).filter((socket) => hasPlaceAs(socket, false))).toHaveLength(200);
  expect(open(1, '10.0.0.2').filter((socket) => hasPlaceAs(socket, false))).toHaveLength(1);
});

it('a login of a crowded address has a place, and takes none of the others', () => {
  const open = serverOf();
  const [operator, ...guests] = open(300, '::ffff:10.0.0.1');
  expect([hasPlaceAs(operator!, true), hasPlaceAs(guests[0]!, false)]).toEqual([true, false]);
  for (const socket of guests.slice(200)) socket.destroy();
  expect(guests.slice(0, 200).filter((socket) => hasPlaceAs(socket, false))).toHaveLength(200);
});

it('guests of many addresses leave places to logins', () => {
  const open = serverOf();
  const sockets = Array.from({ length: 40 }, (_, n) => open(100, `10.0.1.${n}`)).flat();
  expect(sockets.filter((socket) => hasPlaceAs(socket, false))).toHaveLength(3200);
  expect(hasPlaceAs(open(1, '10.0.2.1')[0]!, true)).toBe(true);
});

it.each([
  ['this machine', false, '127.0.0.1'],
  ['a trusted proxy', 1, '10.0.0.1'],
] as const)('the connections of %s are not counted, because their callers share its address', (_name, trust, from) => {
  const sockets = serverOf(trust)(1000, from);
  expect(sockets.filter((socket) => hasPlaceAs(socket, false))).toHaveLength(1000);
});
