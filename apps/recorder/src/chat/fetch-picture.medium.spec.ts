import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { pictureFetch } from './fetch-picture.js';

let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  server = createServer((_req, res) => {
    requests += 1;
    res.end('picture');
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const fetchAt = (site: string) =>
  pictureFetch(new Providers({ sites: new SiteAddresses(site), account: () => NO_ACCOUNT }).fetch);
const signal = AbortSignal.timeout(60_000);

it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
  'integrity-14 an emote of a public site at %s on this machine is missing for good',
  async (host) => {
    const picture = fetchAt('http://203.0.113.7/{host}')(`http://${host}:${port}/emote`, signal);
    await expect(picture).rejects.toMatchObject({ code: 'picture-missing' });
    expect(requests).toBe(0);
  },
);

it('fetches an emote in the network of its site', async () => {
  const picture = await fetchAt('http://127.0.0.1/{host}')(`http://127.0.0.1:${port}/emote`, signal);
  expect(picture.toString()).toBe('picture');
});
