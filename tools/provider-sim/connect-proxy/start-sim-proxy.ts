import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { repositoryRoot } from '../media/cached-folder.js';
import { Certificates } from './certificates.js';

const HTTPS_PORT = 443;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** What the proxy needs of a running simulator. */
export interface ProxiedSim {
  readonly port: number;
  plays(host: string): boolean;
}
export interface SimProxyOptions {
  /** `user:password` asked for by Proxy-Authorization. */
  readonly auth?: string;
  /** Cache of the certificates; `.cache/sim-ca` of the repository when not given. */
  readonly cacheDir?: string;
}
/** One request to the proxy: a CONNECT, or a plain one with a whole address. */
export interface ProxyCall {
  readonly at: number;
  readonly method: string;
  readonly host: string;
  readonly port: number;
  readonly status: number;
}

/**
 * A running proxy. Clients with fixed `https` hosts use it with `url` as their proxy, and `caFile` as what they trust.
 */
export interface SimProxy {
  readonly url: string;
  readonly caFile: string;
  readonly calls: readonly ProxyCall[];
  stop(): Promise<void>;
}

interface Target {
  readonly host: string;
  readonly port: number;
}
type Way = 'tls' | 'plain' | 'refused' | 'unknown-client';

function targetOf(authority: string, usualPort: number): Target {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(authority.toLowerCase()) ?? [];
  return { host, port: port === undefined ? usualPort : Number(port) };
}

/**
 * TLS is ended with a certificate made for the name; what it holds goes to the simulator as it is, so that its Host
 * says who is meant.
 */
function createEnd(certificates: Certificates, simPort: number): TlsServer {
  const end = createTlsServer(
    {
      SNICallback: (host, done) => {
        certificates.contextOf(host).then(
          (context) => {
            done(null, context);
          },
          (failure: unknown) => {
            done(failure as Error);
          },
        );
      },
    },
    (socket) => {
      join(socket, simPort);
    },
  );
  end.on('tlsClientError', (_, socket) => {
    socket.destroy();
  });
  return end;
}

function join(socket: Duplex, simPort: number): void {
  const sim = connect(simPort, '127.0.0.1');
  for (const [one, other] of [
    [socket, sim],
    [sim, socket],
  ] as const) {
    one.on('error', () => {
      other.destroy();
    });
    one.on('close', () => {
      other.destroy();
    });
    one.pipe(other);
  }
}

/** A plain request, handed to the simulator with the name it was for. */
function hand(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  url: URL,
  simPort: number,
): void {
  const { method = 'GET', headers } = request;
  const onward = httpRequest(
    {
      port: simPort,
      host: '127.0.0.1',
      method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => {
    response.destroy();
  });
  request.pipe(onward);
}

/**
 * Starts a proxy in front of a simulator. It knows the simulator's hosts and the simulator itself, and connects to
 * nothing else.
 */
export async function startSimProxy(sim: ProxiedSim, { auth, cacheDir }: SimProxyOptions = {}): Promise<SimProxy> {
  const certificates = await Certificates.open(cacheDir ?? path.join(await repositoryRoot(), '.cache/sim-ca'));
  const end = createEnd(certificates, sim.port);
  const calls: ProxyCall[] = [];
  const sockets = new Set<Duplex>();
  const wayOf = ({ headers }: IncomingMessage, { host, port }: Target): Way => {
    if (auth !== undefined && headers['proxy-authorization'] !== `Basic ${Buffer.from(auth).toString('base64')}`)
      return 'unknown-client';
    if (LOOPBACK.includes(host) && port === sim.port) return 'plain';
    if (!sim.plays(host)) return 'refused';
    return port === HTTPS_PORT ? 'tls' : 'plain';
  };
  const note = (method: string, { host, port }: Target, way: Way): number => {
    const status = { 'tls': 200, 'plain': 200, 'refused': 403, 'unknown-client': 407 }[way];
    calls.push({ at: Date.now(), method, host, port, status });
    return status;
  };

  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
    const target = targetOf(url?.host ?? '', 80);
    const way = wayOf(request, target);
    const status = note(request.method ?? 'GET', target, way);
    if (!url || status !== 200) {
      response.writeHead(url ? status : 400, { 'proxy-authenticate': 'Basic realm="sim"' }).end();
      return;
    }
    hand({ request, response }, url, sim.port);
  };
  const server = createServer(forward);
  server.on('connect', (request, socket, head) => {
    const target = targetOf(request.url ?? '', HTTPS_PORT);
    const way = wayOf(request, target);
    const status = note('CONNECT', target, way);
    sockets.add(socket);
    socket
      .on('close', () => {
        sockets.delete(socket);
      })
      .on('error', () => {
        socket.destroy();
      });
    if (status !== 200) {
      socket.end(
        `HTTP/1.1 ${String(status)} Refused\r\nproxy-authenticate: Basic realm="sim"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      );
      return;
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    if (way === 'tls') end.emit('connection', socket);
    else join(socket, sim.port);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise<void>((done) => {
      server.close(() => {
        done();
      });
    });
  };
  return {
    url: `http://${auth === undefined ? '' : `${auth}@`}127.0.0.1:${String(port)}`,
    caFile: certificates.caFile,
    calls,
    stop,
  };
}
