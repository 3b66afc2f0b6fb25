import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Client } from 'minio';
import { S3Transport } from './s3-transport.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** @param silenceMs short where the server is silent: a busy machine is, too, for a while */
async function clientOf(
  answer: RequestListener,
  silenceMs = 5000,
): Promise<{ client: Client; transport: S3Transport; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = new S3Transport(false, { connectMs: 5000, silenceMs });
  open.push(() => {
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
  it('gives up on a server that takes the request and says nothing', async () => {
    const { client } = await clientOf(() => undefined, 100);
    await expect(client.statObject('bucket', 'k')).rejects.toMatchObject({ code: 'storage-away' });
  });

  it('gives up on a server that falls silent in mid-body', async () => {
    const { client } = await clientOf((_, answer) => {
      answer.writeHead(200, { 'content-length': '100' }).write('half');
    }, 250);
    const body = await client.getObject('bucket', 'k');
    await expect(body.toArray()).rejects.toMatchObject({ code: 'storage-away' });
  });

  it('waits for a reader that takes its time', async () => {
    const size = 1024 * 1024;
    const { client } = await clientOf((_, answer) => {
      answer.writeHead(200, { 'content-length': String(size) }).end(Buffer.alloc(size));
    }, 250);
    const body = (await client.getObject('bucket', 'k')) as IncomingMessage;
    body.read(0);
    for (let limits = 0; limits < 2; limits += 1) await once(body.socket, 'timeout');
    expect(Buffer.concat(await body.toArray()).length).toBe(size);
  });

  it('takes 503 for a call to come again, and lets the socket go', async () => {
    const { client, server } = await clientOf((_, answer) => {
      answer.writeHead(503).end('slow down');
    });
    const closed = once(server, 'connection').then(([socket]) => once(socket as never, 'close'));
    await expect(client.statObject('bucket', 'k')).rejects.toMatchObject({ code: 'storage-busy', fault: 'outside' });
    await closed;
  });

  it('ends a request with the signal of its call', async () => {
    const stop = new AbortController();
    const { client, transport } = await clientOf(() => {
      stop.abort();
    });
    await expect(transport.within(stop.signal, () => client.statObject('bucket', 'k'))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
