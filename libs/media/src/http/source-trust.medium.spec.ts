import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { selfSigned, type SelfSigned } from '../../../../tools/provider-sim/connect-proxy/certificates.js';
import { BufferPool } from './buffer-pool.js';
import { LOOPBACK_GUARD } from './loopback-guard.fixture.js';
import { HttpClient, type HttpClientSettings } from './http-client.js';
import { SourceTrust } from './source-trust.js';

const dir = tempDir('source-trust');
let camera: SelfSigned;
let fingerprint: string;
beforeAll(async () => {
  camera = await selfSigned(dir.path);
  fingerprint = camera.fingerprint.replaceAll(':', '').toLowerCase();
});
afterAll(() => {
  dir.remove();
});

const servers: Server[] = [];
const clients: HttpClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Source {
  readonly port: number;
  readonly requests: IncomingHttpHeaders[];
}
async function source(secure: boolean): Promise<Source> {
  const requests: IncomingHttpHeaders[] = [];
  const server: Server = secure ? createTlsServer(camera) : createServer();
  server.on('request', (request, response) => {
    requests.push(request.headers);
    response.end('list');
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

async function load(url: string, settings: Omit<HttpClientSettings, 'pool' | 'guard'>): Promise<string> {
  const client = new HttpClient({ pool: new BufferPool(), guard: LOOPBACK_GUARD, ...settings });
  clients.push(client);
  const signal = AbortSignal.timeout(10_000);
  const { body } = await client.get({ url, signal, maxBytes: 100, idleMs: 5000, totalMs: 9000 });
  const text = body.bytes.toString();
  body.release();
  return text;
}
const headers = { 'x-key': 'secret' };

it.each<readonly [string, () => HttpClientSettings['certificates']]>([
  ['by its fingerprint', () => ({ fingerprints: ['00', fingerprint], ca: '' })],
  ['by its authority', () => ({ fingerprints: [], ca: camera.cert })],
  ['by its authority, beside another fingerprint', () => ({ fingerprints: ['00'], ca: camera.cert })],
])('sources-7 accepts a self-signed certificate %s', async (_, certificates) => {
  const { port, requests } = await source(true);
  const origin = `https://127.0.0.1:${port}`;
  expect(await load(`${origin}/a`, { secret: { origin, headers }, certificates: certificates() ?? null })).toBe('list');
  expect(requests).toMatchObject([headers]);
});

it.each<readonly [string, HttpClientSettings['certificates'], RegExp]>([
  ['that nothing allows', null, /certificate of the server is not trusted \(self-signed certificate\)/],
  ['with another fingerprint', { fingerprints: ['00'.repeat(32)], ca: '' }, /another certificate.*[0-9a-f]{64}/],
])('sources-7 sends nothing to a server with a certificate %s', async (_, certificates, why) => {
  const { port, requests } = await source(true);
  const origin = `https://127.0.0.1:${port}`;
  await expect(
    load(`${origin}/a`, { secret: { origin, headers }, certificates: certificates ?? null }),
  ).rejects.toThrow(why);
  expect(requests).toEqual([]);
});

it('sources-7 sends headers to the origin and to listed hosts only, and not from https to http', async () => {
  const [own, cdn, other] = await Promise.all([source(false), source(false), source(false)]);
  const secret = { origin: `http://127.0.0.1:${own.port}`, headers, hosts: [`127.0.0.1:${cdn.port}`] };
  for (const { port } of [own, cdn, other]) await load(`http://127.0.0.1:${port}/a`, { secret });
  await load(`http://127.0.0.1:${cdn.port}/a`, { secret: { ...secret, origin: 'https://127.0.0.1:1' } });
  expect([own, cdn, other].map(({ requests }) => requests.map((sent) => sent['x-key']))).toEqual([
    ['secret'],
    ['secret', undefined],
    [undefined],
  ]);
});

it('sources-7 requires a fingerprint of the origin only: a listed host may present a certificate of a known authority', async () => {
  const [own, cdn] = await Promise.all([source(true), source(true)]);
  const secret = { origin: `https://127.0.0.1:${own.port}`, headers, hosts: [`127.0.0.1:${cdn.port}`] };
  const settings = { secret, certificates: { fingerprints: ['00'.repeat(32)], ca: '' } };
  const fromCdn = (): Promise<string> => load(`https://127.0.0.1:${cdn.port}/a`, settings);
  await expect(fromCdn()).rejects.toThrow(/another certificate/);
  const authorities = getCACertificates('default');
  setDefaultCACertificates([...authorities, camera.cert]);
  try {
    expect(await fromCdn()).toBe('list');
    await expect(load(`${secret.origin}/a`, settings)).rejects.toThrow(/another certificate/);
  } finally {
    setDefaultCACertificates(authorities);
  }
  expect([own.requests.length, cdn.requests.length]).toEqual([0, 1]);
});

it('sources-7 parses the authorities of a source once', () => {
  const contextOf = (ca: string) => new SourceTrust({ fingerprints: [], ca }, 'origin').secureContext;
  const context = contextOf(camera.cert);
  expect(context).toBeDefined();
  expect(contextOf(camera.cert)).toBe(context);
  expect(contextOf(`${camera.cert}\n`)).not.toBe(context);
});
