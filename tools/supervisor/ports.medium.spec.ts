import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { freePort } from './ports.js';

/** First ephemeral port of Linux by default. */
const FIRST_EPHEMERAL_PORT = 32_768;
const ports = async (count: number): Promise<number[]> => {
  const given: number[] = [];
  while (given.length < count) given.push(await freePort());
  return given;
};

it('returns a different port each time, below the ephemeral ports that the kernel assigns', async () => {
  const given = await ports(20);
  expect(new Set(given).size).toBe(given.length);
  expect(Math.max(...given)).toBeLessThan(FIRST_EPHEMERAL_PORT);
});

it('skips a port that is in use', async () => {
  const held = await freePort();
  const server = createServer().listen(held, '127.0.0.1');
  await once(server, 'listening');
  expect(await ports(400)).not.toContain(held);
  server.close();
  expect(await ports(400)).toContain(held);
});
