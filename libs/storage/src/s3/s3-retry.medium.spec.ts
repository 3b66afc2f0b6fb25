import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { openStorage, type OpenStorage } from '../index.js';

const MIB = 1024 * 1024;
const UPLOAD =
  '<?xml version="1.0"?><InitiateMultipartUploadResult><Bucket>b</Bucket><Key>k</Key><UploadId>u1</UploadId></InitiateMultipartUploadResult>';
const NO_UPLOAD = '<?xml version="1.0"?><Error><Code>NoSuchUpload</Code><Message>gone</Message></Error>';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A storage on a server that gives these answers, which a real one gives only during an outage. */
async function storageOn(answer: RequestListener): Promise<OpenStorage> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const storage = await openStorage({
    kind: 's3',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'r',
    bucket: 'bucket',
    accessKey: 'a',
    secretKey: 's',
    partSizeBytes: 5 * MIB,
  });
  closers.push(() => {
    void storage.close();
    server.closeAllConnections();
    server.close();
  });
  return storage;
}

describe('a call to S3', () => {
  it('is repeated after a busy answer and after a broken connection', async () => {
    const seen: string[] = [];
    const storage = await storageOn((request, response) => {
      seen.push(request.method ?? '');
      if (seen.length === 1) response.writeHead(503).end();
      else if (seen.length === 2) response.destroy();
      else response.writeHead(200, { etag: '"e"' }).end();
    });
    expect(await storage.put('k', Buffer.from('x'))).toMatchObject({ sizeBytes: 1 });
    expect(seen).toEqual(['PUT', 'PUT', 'PUT']);
  });

  it('fails after three tries', async () => {
    let tries = 0;
    const storage = await storageOn((_, response) => {
      tries += 1;
      response.writeHead(503).end();
    });
    await expect(storage.head('k')).rejects.toMatchObject({ code: 'storage-busy', fault: 'outside' });
    expect(tries).toBe(3);
  });

  it('is not repeated if access is denied', async () => {
    let tries = 0;
    const storage = await storageOn((_, response) => {
      tries += 1;
      response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>');
    });
    await expect(storage.check()).rejects.toMatchObject({
      code: 'storage-denied',
      message: expect.stringContaining('give this key'),
    });
    expect(tries).toBe(1);
  });

  it.each([
    ['has its full size', 12 * MIB, true],
    ['has another size', 5, false],
  ])('completes an upload whose answer was lost only if the object %s', async (_, found, isStored) => {
    let completions = 0;
    const storage = await storageOn(({ method, url = '' }, response) => {
      if (method === 'HEAD')
        response
          .writeHead(200, {
            'content-length': String(found),
            'last-modified': new Date(0).toUTCString(),
            'etag': '"e"',
          })
          .end();
      else if (url.includes('uploads')) response.end(UPLOAD);
      else if (method === 'PUT') response.writeHead(200, { etag: '"e"' }).end();
      else if (method === 'DELETE') response.writeHead(204).end();
      else if ((completions += 1) === 1) response.destroy();
      else response.writeHead(404).end(NO_UPLOAD);
    });
    const put = storage.put('k', Readable.from([Buffer.alloc(12 * MIB)], { objectMode: false })).then(
      () => true,
      () => false,
    );
    expect(await put).toBe(isStored);
    expect(completions).toBe(2);
  });
});
