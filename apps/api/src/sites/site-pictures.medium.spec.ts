import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { type Storage } from '#libs/storage';
import { pictureId } from './picture-id.js';
import { type PictureEntity } from '../persistence/entities/picture.entity.js';
import { type PictureRepository } from '../persistence/repositories/picture.repository.js';
import { SitePictures } from './site-pictures.js';

const CHUNK = Buffer.alloc(64 * 1024);
const HUGE_CHUNKS = 4000;
/** A site on this machine. */
const SITE = providersAt('http://127.0.0.1/{host}');

function providersAt(pattern: string): Providers {
  return new Providers({ sites: new SiteAddresses(pattern), account: () => NO_ACCOUNT });
}

let server: Server;
let sent: number;
let asked: (string | undefined)[];
beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url);
    if (req.url === '/to-metadata') {
      res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      return;
    }
    res.writeHead(200, { 'content-type': 'image/png' });
    if (req.url === '/small') {
      res.end(CHUNK);
      return;
    }
    const send = (): void => {
      while (sent < HUGE_CHUNKS) {
        sent += 1;
        if (!res.write(CHUNK)) {
          res.once('drain', send);
          return;
        }
      }
      res.end();
    };
    send();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function isAvailable(url: string, site = SITE): Promise<boolean> {
  sent = 0;
  const row = { id: pictureId(url), url, contentType: null, fetchedAt: null, triedAt: null } as PictureEntity;
  const rows = {
    find: () => Promise.resolve(row),
    save: (_id: string, found: Partial<PictureEntity>) => {
      Object.assign(row, found);
      return Promise.resolve();
    },
  } as unknown as PictureRepository;
  const storage = { put: () => Promise.resolve() } as unknown as Storage;
  return (await new SitePictures(rows, storage, site).find(row.id)) !== null;
}

beforeEach(() => {
  asked = [];
});

it('a picture of a site is stored, and the download of a too large one stops at the limit', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await isAvailable(`${origin}/small`)).toBe(true);
  expect(await isAvailable(`${origin}/huge`)).toBe(false);
  expect(sent).toBeLessThan(HUGE_CHUNKS / 2);
});

it('only http and https addresses of pictures are fetched', async () => {
  expect(await isAvailable('data:image/png;base64,iVBORw0KGgo=')).toBe(false);
});

it('integrity-14 a site on a public address names no picture on this machine, also not by a redirect', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = providersAt('http://203.0.113.7/{host}');
  expect(await isAvailable(`${origin}/small`, site)).toBe(false);
  expect(await isAvailable(`${origin.replace('127.0.0.1', 'localhost')}/small`, site)).toBe(false);
  expect(asked).toEqual([]);
  expect(await isAvailable(`${origin}/to-metadata`)).toBe(false);
  expect(asked).toEqual(['/to-metadata']);
});
