import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { guardedAgent } from '../../kit/guarded-agent.js';
import { fetchText } from './fetch-text.js';

const REDIRECT = 'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/private\r\ncontent-length: 0\r\n\r\n';

/** A proxy that answers every request in place of its target. */
let proxy: Server;
let targets: (string | undefined)[];
beforeEach(async () => {
  targets = [];
  proxy = createServer((req, res) => {
    targets.push(req.url);
    res.writeHead(302, { location: 'http://127.0.0.1/private' }).end();
  });
  proxy.on('connect', (req, socket) => {
    targets.push(req.url);
    socket.once('data', () => socket.end(REDIRECT));
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
  });
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done);
  });
});
afterEach(async () => {
  proxy.closeAllConnections();
  await new Promise((done) => proxy.close(done));
});

it('integrity-14 a site behind a proxy cannot redirect to the network of the proxy', async () => {
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const request = { url: 'http://203.0.113.7/gql', proxy: address };
  await expect(fetchText(request, new AbortController().signal)).rejects.toThrow(/The source names 127\.0\.0\.1/);
  expect(targets).toHaveLength(1);
  expect(targets[0]).toContain('203.0.113.7');
});

it('integrity-14 connections of a site with a stored network are not those of its present network', async () => {
  const url = 'http://site.test/';
  expect(await guardedAgent({ url, network: 'public' })).not.toBe(await guardedAgent({ url, network: null }));
});
