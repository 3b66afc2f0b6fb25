import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { MAX_WAITING, oneAfterTheOther } from './pipelining.js';

interface Started {
  readonly url: string;
  readonly res: ServerResponse;
}
let server: Server;
let started: Started[];
/** Called for each request that is handled. */
let handle: (request: Started) => void;

beforeEach(async () => {
  started = [];
  handle = () => undefined;
  server = createServer((req, res) => {
    oneAfterTheOther(req, res, () => {
      started.push({ url: req.url ?? '', res });
      handle({ url: req.url ?? '', res });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends requests for /0, /1, … in one packet. @returns both ends of the connection */
async function send(requests: number): Promise<{ client: Socket; accepted: Socket }> {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const heads = Array.from({ length: requests }, (_, n) => {
    const last = n === requests - 1 ? 'Connection: close\r\n' : '';
    return `GET /${n} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
  });
  client.write(heads.join(''));
  const [accepted] = await connected;
  return { client, accepted };
}

it('requests that arrive at once are handled one after the other, and all are answered', async () => {
  let open = 0;
  handle = ({ url, res }) => {
    open += 1;
    expect(open).toBe(1);
    setImmediate(() => {
      open -= 1;
      res.end(`<${url}>`);
    });
  };
  const { client } = await send(MAX_WAITING + 1);
  const bodies = [...(await text(client)).matchAll(/<(.*?)>/g)].map(([, url]) => url);
  expect(bodies).toEqual(Array.from({ length: MAX_WAITING + 1 }, (_, n) => `/${n}`));
});

it('of a connection that ends, the requests that wait are never handled', async () => {
  const { client, accepted } = await send(5);
  while (started.length === 0) await new Promise(setImmediate);
  client.destroy();
  await once(accepted, 'close');
  await new Promise(setImmediate);
  expect(started.map(({ url }) => url)).toEqual(['/0']);
});

it('after an answer that closes the connection, the requests that wait are never handled', async () => {
  handle = ({ res }) => {
    res.setHeader('Connection', 'close');
    res.end('x'.repeat(8_000_000));
  };
  const { client } = await send(3);
  await text(client);
  expect(started.map(({ url }) => url)).toEqual(['/0']);
});

it('a connection with too many requests is closed', async () => {
  const { client } = await send(MAX_WAITING + 2);
  expect(await text(client).catch(() => '')).toBe('');
  expect(started.map(({ url }) => url)).toEqual(['/0']);
});
