import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { guardedAgent, siteFetch } from '../../kit/guarded-agent.js';
import { SiteAddresses } from '../../kit/site-addresses.js';
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

it('each request to a site is marked as one of Vodkeep, also after a redirect', async () => {
  const seen: unknown[] = [];
  const site = createServer((req, res) => {
    seen.push([req.url, req.headers['x-vodkeep-fetch']]);
    if (req.url === '/a') res.writeHead(302, { location: '/b' });
    res.end();
  });
  await new Promise<void>((done) => {
    site.listen(0, '127.0.0.1', done);
  });
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await fetchText({ url: `${origin}/a`, headers: { x: 'y' } }, new AbortController().signal);
  await siteFetch(new SiteAddresses(`${origin}/{host}`))(`${origin}/a`, { headers: { x: 'y' } });
  expect(seen).toEqual([
    ['/a', '1'],
    ['/b', '1'],
    ['/a', '1'],
    ['/b', '1'],
  ]);
  site.closeAllConnections();
  await new Promise((done) => site.close(done));
});
