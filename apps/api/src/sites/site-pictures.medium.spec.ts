import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Storage } from '#libs/storage';
import { pictureId } from './picture-id.js';
import { type PictureEntity } from '../persistence/entities/picture.entity.js';
import { type PictureRepository } from '../persistence/repositories/picture.repository.js';
import { SitePictures } from './site-pictures.js';

const PIECE = Buffer.alloc(64 * 1024);
const BIG_PIECES = 4000;

let server: Server;
let sent: number;
beforeAll(async () => {
  server = createServer((req, res) => {
    res.writeHead(200, { 'content-type': 'image/png' });
    if (req.url === '/small') {
      res.end(PIECE);
      return;
    }
    const send = (): void => {
      while (sent < BIG_PIECES) {
        sent += 1;
        if (!res.write(PIECE)) {
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

async function had(url: string): Promise<boolean> {
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
  return (await new SitePictures(rows, storage).find(row.id)) !== null;
}

it('keeps a picture of a site, and takes no more of an endless one than a picture has', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await had(`${origin}/small`)).toBe(true);
  expect(await had(`${origin}/endless`)).toBe(false);
  expect(sent).toBeLessThan(BIG_PIECES / 2);
});

it('asks nothing but the web', async () => {
  expect(await had('data:image/png;base64,iVBORw0KGgo=')).toBe(false);
});
