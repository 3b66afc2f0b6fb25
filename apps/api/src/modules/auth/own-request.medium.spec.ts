import 'reflect-metadata';
import { BufferPool, HttpClient, SsrfGuard } from '#libs/media';
import { startPostgres, type TestPostgres } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from '../../http/http-test-app.conformance.js';
import { socketCode } from './socket-code.conformance.js';

let postgres: TestPostgres;
let app: HttpTestApp;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

describe('a request of Vodkeep itself', () => {
  beforeAll(async () => {
    app = await startHttpTestApp(postgres.url);
  });
  afterAll(() => app.close());
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    request(app.url).get(path).set('X-Vodkeep-Fetch', '1').set(headers);

  it('is refused by the API, its media and its socket, whatever it sends beside', async () => {
    for (const path of ['/api/v0/jobs', '/api/v0/auth/check', '/vods/ch/a.mp4', '/cache/thumbs/a.jpg'])
      expect((await get(path, { 'X-Vodkeep': '1' }).expect(403)).body).toMatchObject({ code: 'own-request' });
    expect(await socketCode(app.url, { 'X-Vodkeep-Fetch': '1' })).toBe(3000);
  });

  it('is answered where Vodkeep checks its own public address', async () => {
    await get('/api/v0/settings/reach/00000000-0000-4000-8000-000000000000').expect(200);
  });

  it('that a hostile playlist causes, also through a redirect, changes nothing', async () => {
    const redirecting = createServer((_, res) => {
      res.writeHead(302, { location: `${app.url}/api/v0/settings/debug?enable=1` }).end();
    }).listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
    const guard = new SsrfGuard({ url: app.url, network: null });
    // The worst case: headers of the source make the request look like one of a page.
    const headers = { 'referer': `${app.url}/`, 'x-vodkeep': '1' };
    const client = new HttpClient({ pool: new BufferPool(), guard, headers });
    const limits = { signal: new AbortController().signal, maxBytes: 1e6, idleMs: 60_000, totalMs: 60_000 };
    for (const origin of [
      `${app.url}/api/v0/settings/debug?enable=1`,
      `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/segment.ts`,
    ])
      await expect(client.get({ url: origin, ...limits })).rejects.toMatchObject({ status: 403 });
    await client.close();
    redirecting.close();
    const { body } = await request(app.url).get('/api/v0/settings').expect(200);
    expect((body as { data: { config: { debug: boolean } } }).data.config.debug).toBe(false);
  });
});
