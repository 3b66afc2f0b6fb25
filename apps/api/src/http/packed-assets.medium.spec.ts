import { tempDir } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { servePackedAssets } from './packed-assets.js';

describe('an asset', () => {
  const dir = tempDir('packed');
  const server = createServer(express().use(servePackedAssets(dir.path)).use(express.static(dir.path)));
  beforeAll(async () => {
    mkdirSync(join(dir.path, 'assets'));
    const script = join(dir.path, 'assets', 'a-12345678.js');
    writeFileSync(script, 'run()');
    writeFileSync(`${script}.br`, brotliCompressSync('run()'));
    writeFileSync(`${script}.gz`, gzipSync('run()'));
    writeFileSync(join(dir.path, 'assets', 'b-12345678.css'), 'b{}');
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    dir.remove();
  });
  const request = (name: string, accepted: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/assets/${name}`, {
      method,
      headers: { 'accept-encoding': accepted },
    });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0, br', 'br'],
  ])('is answered to a browser that accepts %s with the copy in %s', async (accepted, encoding) => {
    const res = await request('a-12345678.js', accepted);
    expect(await res.text()).toBe('run()');
    expect(Object.fromEntries(res.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      'vary': 'Accept-Encoding',
    });
  });

  it.each([
    ['a-12345678.js', 'identity', 'run()'],
    ['a-12345678.js', 'br;q=0', 'run()'],
    ['b-12345678.css', 'br, gzip', 'b{}'],
  ])('is answered as it is if there is no copy that fits: %s, %s', async (name, accepted, text) => {
    const res = await request(name, accepted);
    expect([res.status, await res.text(), res.headers.get('content-encoding')]).toEqual([200, text, null]);
  });

  it('that is gone is left to the next handler, and so is another method', async () => {
    const gone = await request('c-12345678.js', 'br');
    expect([gone.status, gone.headers.get('content-encoding')]).toEqual([404, null]);
    expect((await request('a-12345678.js', 'br', 'POST')).headers.get('content-encoding')).toBeNull();
    const head = await request('a-12345678.js', 'br', 'HEAD');
    expect([head.status, head.headers.get('content-encoding')]).toEqual([200, 'br']);
  });
});
