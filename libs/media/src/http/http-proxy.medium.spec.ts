import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { selfSigned, type SelfSigned } from '../../../../tools/provider-sim/connect-proxy/certificates.js';
import { BufferPool } from './buffer-pool.js';
import { LOOPBACK_GUARD } from './loopback-guard.fixture.js';
import { HttpClient } from './http-client.js';
import { type HttpRequest } from './http-port.js';

/** A forward proxy that records its requests. */
class Proxy {
  readonly requests: { readonly line: string; readonly login: string | undefined }[] = [];
  refuse = 0;
  readonly server = createServer((q, s) => {
    this.requests.push({ line: `GET ${q.url ?? ''}`, login: q.headers['proxy-authorization'] });
    if (this.refuse > 0) {
      s.writeHead(this.refuse).end();
      return;
    }
    void fetch(q.url ?? '').then(async (answer) => {
      s.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  constructor() {
    this.server.on('connect', (q, socket: Socket) => {
      this.requests.push({ line: `CONNECT ${q.url ?? ''}`, login: q.headers['proxy-authorization'] });
      socket.on('error', () => undefined);
      if (this.refuse > 0) {
        socket.end(`HTTP/1.1 ${this.refuse} No\r\n\r\n`);
        return;
      }
      const [host = '', port] = (q.url ?? '').split(':');
      const there = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        there.pipe(socket);
        socket.pipe(there);
      });
      there.on('error', () => {
        socket.destroy();
      });
      socket.on('close', () => {
        there.destroy();
      });
    });
  }
  get lines(): string[] {
    return this.requests.map(({ line }) => line);
  }
}

const dir = tempDir('http-proxy');
const trusted = getCACertificates();
const servers: (Server & { closeAllConnections(): void })[] = [];
let proxy: Proxy;
let client: HttpClient;
let certificate: SelfSigned;

beforeAll(async () => {
  certificate = await selfSigned(dir.path, 'DNS:localhost');
  setDefaultCACertificates([...trusted, certificate.cert]);
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  dir.remove();
});

const portOf = async (server: Server): Promise<number> => {
  servers.push(server as (typeof servers)[number]);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};
const use = async (which: 'playlists' | 'all', login = ''): Promise<void> => {
  client = new HttpClient({
    pool: new BufferPool(),
    guard: LOOPBACK_GUARD,
    proxy: { url: `http://${login}127.0.0.1:${await portOf(proxy.server)}`, for: which },
  });
};
const get = async (url: string, more: Partial<HttpRequest> = {}): Promise<string> =>
  (
    await client.get({
      url,
      signal: new AbortController().signal,
      maxBytes: 1e7,
      idleMs: 2000,
      totalMs: 4000,
      text: true,
      ...more,
    })
  ).body.bytes.toString();
const plain = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createServer(listener))}`;
const secure = async (listener: RequestListener): Promise<string> =>
  `https://localhost:${await portOf(createTlsServer(certificate, listener))}`;

beforeEach(() => {
  proxy = new Proxy();
});
afterEach(async () => {
  await client.close();
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise<void>((resolve) => {
          server.closeAllConnections();
          server.close(() => {
            resolve();
          });
        }),
    ),
  );
});

describe('HttpClient, behind a proxy', () => {
  it('asks it for http addresses in full, with its login, and gives the login to nobody else', async () => {
    await use('all', 'me:p%40ss@');
    const seen: IncomingHttpHeaders[] = [];
    const origin = await plain((q, s) => {
      seen.push(q.headers);
      s.end('list');
    });
    expect(await get(`${origin}/a?b=c`)).toBe('list');
    expect(proxy.requests).toEqual([
      { line: `GET ${origin}/a?b=c`, login: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
    ]);
    expect(seen[0]?.['proxy-authorization']).toBeUndefined();
  });

  it('goes to https addresses through a tunnel, several requests in one', async () => {
    await use('all', 'me:secret@');
    const body = Buffer.alloc(3_000_000, 'x').toString();
    const origin = await secure((q, s) => {
      s.end(q.url === '/big' ? body : `tls ${q.url ?? ''} ${q.headers['proxy-authorization'] ?? 'no login'}`);
    });
    expect([await get(`${origin}/1`), await get(`${origin}/2`)]).toEqual(['tls /1 no login', 'tls /2 no login']);
    expect((await get(`${origin}/big`, { text: false, bulk: true })) === body).toBe(true);
    expect(proxy.requests).toEqual([
      {
        line: `CONNECT ${origin.slice('https://'.length)}`,
        login: `Basic ${Buffer.from('me:secret').toString('base64')}`,
      },
    ]);
  });

  it('takes only playlists through it when asked to', async () => {
    await use('playlists');
    const origin = await plain((q, s) => {
      s.end(q.url);
    });
    const closed = await secure((q, s) => {
      s.end(q.url);
    });
    expect([
      await get(`${origin}/list`),
      await get(`${origin}/segment`, { text: false, bulk: true }),
      await get(`${closed}/list`),
      await get(`${closed}/segment`, { text: false }),
    ]).toEqual(['/list', '/segment', '/list', '/segment']);
    expect(proxy.lines).toEqual([`GET ${origin}/list`, `CONNECT ${closed.slice('https://'.length)}`]);
  });

  it.each(['http://10.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'http://169.254.169.254/latest/meta-data'])(
    'integrity-14 does not ask it for %s',
    async (url) => {
      await use('all');
      await expect(get(url)).rejects.toMatchObject({ what: 'blocked-address' });
      expect(proxy.lines).toEqual([]);
    },
  );

  it.each([407, 502])('says that the proxy refuses (%i)', async (status) => {
    await use('all');
    proxy.refuse = status;
    const origin = await secure((_q, s) => {
      s.end('never');
    });
    await expect(get(origin)).rejects.toMatchObject({
      what: 'away',
      message: `The proxy refuses the connection with ${status}.`,
    });
  });

  it('does not wait for a proxy that never answers', async () => {
    const silent = createServer();
    silent.on('connect', (_q, socket: Socket) => {
      socket.resume().on('end', () => {
        socket.end();
      });
    });
    client = new HttpClient({
      pool: new BufferPool(),
      guard: LOOPBACK_GUARD,
      proxy: { url: `http://127.0.0.1:${await portOf(silent)}`, for: 'all' },
    });
    await expect(get('https://localhost:1/', { idleMs: 150 })).rejects.toMatchObject({ what: 'timeout' });
  });

  it("trusts no certificate that is not the host's: the proxy is not believed", async () => {
    await use('all');
    const origin = await secure((_q, s) => {
      s.end('never');
    });
    await expect(get(origin.replace('localhost', '127.0.0.1'))).rejects.toMatchObject({ what: 'away' });
  });

  it.each(['socks5://h:1', 'https://h:1', 'h:1', ''])('takes no "%s" for a proxy', (url) => {
    expect(() => new HttpClient({ pool: new BufferPool(), guard: LOOPBACK_GUARD, proxy: { url, for: 'all' } })).toThrow(
      /must look like http/,
    );
    client = new HttpClient({ pool: new BufferPool(), guard: LOOPBACK_GUARD });
  });
});
