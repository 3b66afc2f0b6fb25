import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BufferPool } from './buffer-pool.js';
import { LOOPBACK_GUARD } from './loopback-guard.fixture.js';
import { HttpClient } from './http-client.js';
import { type HttpRequest } from './http-port.js';

const servers: { close(done: () => void): unknown; closeAllConnections?: () => void }[] = [];
const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;

async function serve(listener: RequestListener): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, origin: `http://127.0.0.1:${portOf(server)}` };
}

let client: HttpClient;
const request = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  signal: new AbortController().signal,
  maxBytes: 1e6,
  idleMs: 2000,
  totalMs: 4000,
  ...more,
});
const text = async (url: string, more: Partial<HttpRequest> = {}): Promise<string> =>
  (await client.get(request(url, more))).body.bytes.toString();

beforeEach(() => {
  client = new HttpClient({ pool: new BufferPool(), guard: LOOPBACK_GUARD });
});
afterEach(async () => {
  await client.close();
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise<void>((resolve) => {
          server.closeAllConnections?.();
          server.close(() => {
            resolve();
          });
        }),
    ),
  );
});

it('integrity-10 receives no more segments at the same time than a client has room for, and playlists beside them', async () => {
  const ends: (() => unknown)[] = [];
  const { origin } = await serve((q, s) => {
    if (q.url === '/list') {
      s.end('x'.repeat(90));
      return;
    }
    s.writeHead(200, { 'content-length': '60' }).write('y'.repeat(10));
    ends.push(() => s.end('y'.repeat(50)));
  });
  client = new HttpClient({ pool: new BufferPool({ ownBytes: 100, sharedBytes: 0 }), guard: LOOPBACK_GUARD });
  const segments = ['/1', '/2'].map((path) => client.get(request(origin + path, { bulk: true, maxBytes: 80 })));
  await expect(Promise.race(segments)).rejects.toMatchObject({ what: 'no-room' });
  await expect(text(`${origin}/list`, { maxBytes: 90 })).resolves.toHaveLength(90);
  for (const end of ends) end();
  expect((await Promise.allSettled(segments)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

describe('cookies of a source', () => {
  const cookieOf = new Map<string, string | undefined>();
  const site = (set: Readonly<Record<string, readonly string[]>>) =>
    serve((q, s) => {
      const path = q.url ?? '';
      cookieOf.set(path, q.headers.cookie);
      s.writeHead(path === '/no' ? 403 : 200, { 'set-cookie': [...(set[path] ?? [])] }).end('x');
    });
  beforeEach(() => {
    cookieOf.clear();
  });

  it('are sent by host and path, also those of a refusal, in their newest value', async () => {
    const { origin } = await site({
      '/live/list': ['a=1', 'b=1; Path=/', 'a=2'],
      '/no': ['c=1; Path=/live', 'b=; Max-Age=0; Path=/'],
    });
    await text(`${origin}/live/list`);
    await expect(text(`${origin}/no`)).rejects.toMatchObject({ status: 403 });
    await text(`${origin}/live/1.ts`);
    await text(`${origin}/other/1.ts`);
    await text(`${origin.replace('127.0.0.1', 'localhost')}/live/2.ts`).catch(() => undefined);
    expect(cookieOf).toEqual(
      new Map([
        ['/live/list', undefined],
        ['/no', 'b=1'],
        ['/live/1.ts', 'a=2; c=1'],
        ['/other/1.ts', undefined],
        ['/live/2.ts', undefined],
      ]),
    );
  });

  it('stand beside those of the operator, and replace them by name', async () => {
    const { origin } = await site({ '/list': ['session=new'] });
    const cookie = 'session=old; lang=en';
    client = new HttpClient({ pool: new BufferPool(), guard: LOOPBACK_GUARD, secret: { origin, headers: { cookie } } });
    await text(`${origin}/list`);
    await text(`${origin}/1.ts`);
    expect([...cookieOf.values()]).toEqual(['session=old; lang=en', 'session=new; lang=en']);
  });

  it('are at most 50, the newest', async () => {
    const named = (from: number): string[] => Array.from({ length: 40 }, (_, n) => `c${String(from + n)}=x`);
    const { origin } = await site({ '/1': named(0), '/2': named(40) });
    for (const path of ['/1', '/2', '/3']) await text(origin + path);
    const sent = cookieOf.get('/3')?.split('; ') ?? [];
    expect([sent.length, sent.includes('c79=x'), sent.includes('c0=x')]).toEqual([50, true, false]);
  });
});

describe('HttpClient', () => {
  it('lets other work run before it answers an address that contains its data', async () => {
    let turns = 0;
    setImmediate(() => (turns += 1));
    expect(await text('data:,abc')).toBe('abc');
    expect(turns).toBe(1);
  });

  it('sends a secret to the origin of the source, and not to where it redirects', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((q, s) => {
      seen.push(q.headers.authorization);
      s.end('there');
    });
    const own = await serve((q, s) => {
      seen.push(q.headers.authorization);
      s.writeHead(302, { location: `${other.origin}/x` }).end();
    });
    client = new HttpClient({
      pool: new BufferPool(),
      guard: LOOPBACK_GUARD,
      secret: { origin: own.origin, headers: { authorization: 'Basic x' } },
    });
    const answer = await client.get(request(`${own.origin}/a`));
    expect([answer.body.bytes.toString(), answer.url, seen]).toEqual([
      'there',
      `${other.origin}/x`,
      ['Basic x', undefined],
    ]);
  });

  it('marks each request as one of Vodkeep, also after a redirect, whatever headers the source has', async () => {
    const seen: unknown[] = [];
    const { origin } = await serve((q, s) => {
      seen.push(q.headers['x-vodkeep-fetch']);
      if (q.url === '/a') s.writeHead(302, { location: '/b' });
      s.end();
    });
    const secret = { origin, headers: { 'x-vodkeep-fetch': '' } };
    client = new HttpClient({ pool: new BufferPool(), guard: LOOPBACK_GUARD, headers: { x: 'y' }, secret });
    await client.get(request(`${origin}/a`, { headers: { 'x-vodkeep-fetch': '' } }));
    expect(seen).toEqual(['1', '1']);
  });

  it('uses one connection for requests that follow each other, and no more than it may for many', async () => {
    let connections = 0;
    const { origin, server } = await serve((_q, s) => {
      setImmediate(() => s.end('x'));
    });
    server.on('connection', () => {
      connections += 1;
    });
    await text(`${origin}/1`);
    await text(`${origin}/2`);
    expect(connections).toBe(1);
    await Promise.all(Array.from({ length: 20 }, (_, i) => text(`${origin}/${i}`)));
    expect(connections).toBe(4);
  });

  it('does not let a playlist wait for segments that hang', async () => {
    const hanging: string[] = [];
    const { origin } = await serve((q, s) => {
      if (q.url === '/list') s.end('list');
      else hanging.push(q.url ?? '');
    });
    const stopping = new AbortController();
    const segments = Array.from({ length: 6 }, (_, n) =>
      text(`${origin}/${n}`, { signal: stopping.signal, bulk: true, idleMs: 60_000, totalMs: 60_000 }).catch(
        () => 'aborted',
      ),
    );
    expect(await text(`${origin}/list`, { text: true })).toBe('list');
    stopping.abort();
    expect(await Promise.all(segments)).toEqual(Array(6).fill('aborted'));
    expect(hanging.length).toBeLessThanOrEqual(4);
  });

  it('asks again when a kept connection turns out to be closed', async () => {
    let requests = 0;
    const { origin } = await serve((q, s) => {
      requests += 1;
      if (requests === 2) q.socket.destroy();
      else s.end('x');
    });
    await text(`${origin}/1`);
    expect(await text(`${origin}/2`)).toBe('x');
    expect(requests).toBe(3);
  });

  it('keeps its connection through an error answer', async () => {
    let connections = 0;
    const { origin, server } = await serve((q, s) => {
      if (q.url === '/no') s.writeHead(404).end('not here');
      else s.end('x');
    });
    server.on('connection', () => {
      connections += 1;
    });
    await expect(text(`${origin}/no`)).rejects.toMatchObject({ what: 'status', status: 404 });
    expect([await text(`${origin}/yes`), connections]).toEqual(['x', 1]);
  });

  it.each<[string, RequestListener, string]>([
    ['that says nothing', () => undefined, 'timeout'],
    [
      'that stops in the middle',
      (_q, s) => {
        s.writeHead(200, { 'content-length': 9 });
        s.write('abc');
      },
      'timeout',
    ],
    [
      'that closes in the middle',
      (_q, s) => {
        s.writeHead(200, { 'content-length': 9 });
        s.write('abc');
        setImmediate(() => s.destroy());
      },
      'truncated',
    ],
    [
      'that redirects in a circle',
      (_q, s) => {
        s.writeHead(302, { location: '/' }).end();
      },
      'bad-redirect',
    ],
    [
      'that redirects to a file',
      (_q, s) => {
        s.writeHead(302, { location: 'file:///etc/passwd' }).end();
      },
      'bad-redirect',
    ],
    [
      'that sends too much',
      (_q, s) => {
        s.end(Buffer.alloc(2_000_000));
      },
      'too-large',
    ],
  ])('tells of a server %s', async (_name, listener, what) => {
    const { origin } = await serve(listener);
    await expect(text(origin, what === 'timeout' ? { idleMs: 150 } : {})).rejects.toMatchObject({
      what,
      fault: 'outside',
    });
  });

  it('reads an answer that arrived while the process stood still for longer than a request waits', async () => {
    const { origin } = await serve((_, s) => {
      s.end('there');
      const until = Date.now() + 300;
      while (Date.now() < until);
    });
    expect(await text(origin, { idleMs: 100 })).toBe('there');
  });

  it('tells of a slow server whose bytes keep coming, by the total time', async () => {
    const { origin } = await serve((_q, s) => {
      s.writeHead(200);
      const timer = setInterval(() => s.write('x'), 20);
      s.on('close', () => {
        clearInterval(timer);
      });
    });
    await expect(text(origin, { idleMs: 1000, totalMs: 200 })).rejects.toMatchObject({ what: 'timeout' });
  });

  it('tells of a server that is not there, and of one that speaks something else', async () => {
    const { origin, server } = await serve(() => undefined);
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
    await expect(text(origin)).rejects.toMatchObject({ what: 'away' });
    const ssh = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume();
      socket.end('SSH-2.0-OpenSSH_9\r\n\r\n');
    });
    servers.push(ssh);
    await new Promise<void>((resolve) => {
      ssh.listen(0, '127.0.0.1', resolve);
    });
    await expect(text(`http://127.0.0.1:${portOf(ssh)}/`)).rejects.toMatchObject({ what: 'away' });
  });

  it('stops at once when asked to, also while it waits for a connection', async () => {
    const { origin } = await serve(() => undefined);
    const stop = new AbortController();
    const all = Array.from({ length: 6 }, () => text(origin, { signal: stop.signal }));
    stop.abort(new TypeError('enough'));
    expect(
      (await Promise.allSettled(all)).map((r) => (r.status === 'rejected' ? String(r.reason) : 'answered')),
    ).toEqual(Array.from({ length: 6 }, () => 'TypeError: enough'));
  });
});
