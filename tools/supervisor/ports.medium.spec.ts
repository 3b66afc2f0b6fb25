import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { freePort } from './ports.js';

/** From here on Linux gives ports to whoever asks for any, unless the machine is set up otherwise. */
const OF_THE_KERNEL = 32_768;
const ports = async (count: number): Promise<number[]> => {
  const given: number[] = [];
  while (given.length < count) given.push(await freePort());
  return given;
};

it('gives another port each time, and none that another program may be given before it is listened to', async () => {
  const given = await ports(20);
  expect(new Set(given).size).toBe(given.length);
  expect(Math.max(...given)).toBeLessThan(OF_THE_KERNEL);
});

it('passes over a port that somebody holds', async () => {
  const held = await freePort();
  const server = createServer().listen(held, '127.0.0.1');
  await once(server, 'listening');
  expect(await ports(400)).not.toContain(held);
  server.close();
  expect(await ports(400)).toContain(held);
});
