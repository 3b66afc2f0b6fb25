import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Client } from 'minio';
import { S3Transport } from './s3-transport.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** @param silenceMs long by default, because a busy machine is silent for a while too; short for a silent server */
async function connectClient(
  answer: RequestListener,
  silenceMs = 5000,
): Promise<{ client: Client; transport: S3Transport; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = new S3Transport(false, { connectMs: 5000, silenceMs });
  closers.push(() => {
    transport.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = new Client({
    endPoint: '127.0.0.1',
    port,
    useSSL: false,
    region: 'r',
    accessKey: 'a',
    secretKey: 's',
    pathStyle: true,
    transport: { request: transport.request as never },
    transportAgent: transport.agent,
    retryOptions: { disableRetry: true },
  });
  return { client, transport, server };
}

describe('the S3 transport', () => {
  it('fails a request that the server accepts but never answers', async () => {
    const { client } = await connectClient(() => undefined, 100);
    await expect(client.statObject('bucket', 'k')).rejects.toMatchObject({ code: 'storage-away' });
  });

  it('fails a body in which the server falls silent', async () => {
    const { client } = await connectClient((_, answer) => {
      answer.writeHead(200, { 'content-length': '100' }).write('half');
    }, 250);
    const body = await client.getObject('bucket', 'k');
    await expect(body.toArray()).rejects.toMatchObject({ code: 'storage-away' });
  });

  it('waits for a slow reader', async () => {
    const size = 1024 * 1024;
    const { client } = await connectClient((_, answer) => {
      answer.writeHead(200, { 'content-length': String(size) }).end(Buffer.alloc(size));
    }, 250);
    const body = (await client.getObject('bucket', 'k')) as IncomingMessage;
    body.read(0);
    for (let limits = 0; limits < 2; limits += 1) await once(body.socket, 'timeout');
    expect(Buffer.concat(await body.toArray()).length).toBe(size);
  });

  it('reports status 503 as a busy storage, and closes the socket', async () => {
    const { client, server } = await connectClient((_, answer) => {
      answer.writeHead(503).end('slow down');
    });
    const closed = once(server, 'connection').then(([socket]) => once(socket as never, 'close'));
    await expect(client.statObject('bucket', 'k')).rejects.toMatchObject({ code: 'storage-busy', fault: 'outside' });
    await closed;
  });

  it('ends a request with the signal of its call', async () => {
    const stop = new AbortController();
    const { client, transport } = await connectClient(() => {
      stop.abort();
    });
    await expect(transport.within(stop.signal, () => client.statObject('bucket', 'k'))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
