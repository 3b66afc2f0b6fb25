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
  for (const depth of [40, 9_000]) {
    const sent = request(app.url)[method === 'PUT' ? 'put' : 'post'](path).set('Content-Type', 'application/json');
    const res = await sent.send(nested(depth, of));
    expect([res.status, (res.body as { code: string }).code]).toEqual([400, 'json-too-deep']);
  }
});

it('a settings file is parsed only for a caller who may import it', async () => {
  const guarded = await startHttpTestApp(postgres.url, { config: { firstPassword: 'correct horse battery' } });
  const answerOf = async ({ url }: HttpTestApp, body: string) => {
    const sent = request(url)
      .post('/api/v0/settings/import')
      .set('Content-Type', 'application/json')
      .set('X-Vodkeep', '1');
    const res = await sent.send(body);
    return [res.status, (res.body as { code?: string }).code];
  };
  for (const [body, verdict] of [
    ['{"a', [400, 'malformed-json']],
    [nested(33, '['), [400, 'json-too-deep']],
    [`[${' '.repeat(4_000_000)}]`, [400, 'malformed-json']],
    [`[${'0,'.repeat(50_000)}0]`, [413, 'body-too-large']],
    [`[${Array.from({ length: 60 }, () => `[${'0,'.repeat(32_000)}0]`).join(',')}]`, [413, 'body-too-large']],
    [`[${Array.from({ length: 7 }, () => `[${'0,'.repeat(32_000)}0]`).join(',')}]`, [200, undefined]],
    ['{}', [200, undefined]],
  ] as const) {
    expect(await answerOf(app, body)).toEqual(verdict);
    expect(await answerOf(guarded, body)).toEqual([401, 'login-required']);
  }
  await guarded.close();
});

it('a settings file is read only for a caller who may import it', async () => {
  const guarded = await startHttpTestApp(postgres.url, { config: { firstPassword: 'correct horse battery' } });
  const { hostname, port, host } = new URL(guarded.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /api/v0/settings/import HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json'];
  socket.write(`${[...head, 'Content-Length: 1000'].join('\r\n')}\r\n\r\n{`);
  const [status] = await once(socket);
  expect(status).toMatch(/^HTTP\/1\.1 401 /);
  await guarded.close();
});

it('an upgrade to an address that is none is closed, also if its client resets the connection', async () => {
  const { hostname, port } = new URL(app.url);
  for (const host of ['[', 'a b']) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /socket/ HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`);
    expect(await text(socket)).toBe('');
  }
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(Number(port), hostname, () => {
      socket.write('GET /socket/ HTTP/1.1\r\nHost: [\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', () =>
        socket.resetAndDestroy(),
      );
    });
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await request(app.url).get('/api/v0/auth/check').expect(200);
});

it.each([
  ['h2c', '/api/v0/auth/check', ['HTTP2-Settings: AAMAAABkAAQAAP__']],
  ['TLS/1.3', '/api/v0/auth/check', []],
  ['nonsense', '/api/v0/auth/check', []],
  ['h2c, websocket', '/api/v0/auth/check', []],
  ['h2c', '/socket/', []],
  ['websocket', '/api/v0/auth/check', ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']],
])('an upgrade to %s at %s is answered as if it asked for none', async (protocol, path, extra) => {
  const { hostname, port, host } = new URL(app.url);
  const statusesOf = async (method: string, ...more: readonly string[]): Promise<readonly string[]> => {
    const socket = connect(Number(port), hostname);
    const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json', ...more];
    socket.write(`${head.join('\r\n')}\r\n\r\n${method === 'POST' ? '{}' : ''}`);
    return (await text(socket)).match(/HTTP\/1\.1 \d+/g) ?? [];
  };
  for (const [method, ...length] of [['GET'], ['POST', 'Content-Length: 2']] as const) {
    const plain = await statusesOf(method, 'Connection: close', ...length);
    const upgraded = await statusesOf(method, `Upgrade: ${protocol}`, 'Connection: Upgrade', ...length, ...extra);
    expect(plain).toHaveLength(1);
    expect(upgraded).toEqual(plain);
  }
});

it('a connection with many requests at once is closed', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /api/v0/auth/check HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500));
  const answers = await text(socket).catch(() => '');
  expect(answers.split('HTTP/1.1 ').length - 1).toBeLessThan(500);
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
    const [head] = await once(socket);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
  }
});

it('with a list of host names, a request for another one is refused, also for the websocket', async () => {
  const listed = await startHttpTestApp(postgres.url, { config: { hostNames: ['vodkeep.lan'] } });
  const { hostname, port } = new URL(listed.url);
  const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
  const statuses: string[] = [];
  for (const host of ['vodkeep.lan', 'evil.example'])
    for (const [path, extra] of [
      ['/api/v0/auth/check', []],
      ['/socket/', [...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']],
    ] as const) {
      const socket = connect(Number(port), hostname);
      socket.write(`${[`GET ${path} HTTP/1.1`, `Host: ${host}`, ...extra].join('\r\n')}\r\n\r\n`);
      const [head = ''] = await once(socket);
      statuses.push(head.split(' ')[1] ?? '');
    }
  await listed.close();
  expect(statuses).toEqual(['401', '101', '403', '403']);
});

async function once(socket: ReturnType<typeof connect>): Promise<string[]> {
  const end = socket.once('data', () => socket.end());
  return (await text(end)).split('\r\n');
}
