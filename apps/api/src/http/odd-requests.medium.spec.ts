import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from './http-test-app.conformance.js';

let postgres: PostgresOfRun;
let app: HttpTestApp;
beforeAll(async () => {
  postgres = await postgresOfRun();
  app = await startHttpTestApp(postgres.url);
}, 60_000);
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

const nested = (depth: number, of: string): string => `${of.repeat(depth)}1${(of === '[' ? ']' : '}').repeat(depth)}`;

it.each([
  ['PUT', '/api/v0/settings', '['],
  ['PUT', '/api/v0/settings', '{"a":'],
  ['POST', '/api/v0/settings/import', '['],
  ['POST', '/api/v0/channels', '{"a":'],
  ['POST', '/api/v0/auth/login', '['],
] as const)('%s %s with JSON that is nested deep (%s) is a 400', async (method, path, of) => {
  for (const depth of [40, 15_000]) {
    const sent = request(app.url)[method === 'PUT' ? 'put' : 'post'](path).set('Content-Type', 'application/json');
    const res = await sent.send(nested(depth, of));
    expect([res.status, (res.body as { code: string }).code]).toEqual([400, 'json-too-deep']);
  }
});

it('a request with two Host headers is a 400, also for the websocket', async () => {
  const upgrade = [
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ].map((header) => `${header}\r\n`);
  for (const [path, extra] of [
    ['/api/v0/auth/check', ''],
    ['/socket/', upgrade.join('')],
  ]) {
    const { hostname, port, host } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n${extra}\r\n`);
    socket.setTimeout(5000, () => socket.destroy());
    const [head] = await once(socket);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
  }
});

async function once(socket: ReturnType<typeof connect>): Promise<string[]> {
  const end = socket.once('data', () => socket.end());
  return (await text(end)).split('\r\n');
}
