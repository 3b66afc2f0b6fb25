import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { hangUp, listen } from '../http/listen.js';
import { repositoryRoot } from '../media/cached-folder.js';
import { Certificates } from './certificates.js';
import { createTlsEnd, joinSim } from './join-sim.js';
import { HTTPS_PORT, type ProxiedSim, type ProxyCall, ProxyAccess } from './proxy-access.js';

export interface SimProxyOptions {
  /** `user:password` that the proxy requires in Proxy-Authorization. */
  readonly auth?: string;
  /** Cache of the certificates; default: `.cache/sim-ca` of the repository. */
  readonly cacheDir?: string;
}

/** A running proxy. Clients with fixed `https` hosts use `url` as their proxy and trust `caFile`. */
export interface SimProxy {
  readonly url: string;
  readonly caFile: string;
  readonly calls: readonly ProxyCall[];
  stop(): Promise<void>;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Forwards a plain request to the simulator under the requested name. */
function proxyTo({ request, response }: Exchange, url: URL, simPort: number): void {
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

function forward({ request, response }: Exchange, access: ProxyAccess, simPort: number): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  const { status } = access.open(request, url?.host ?? '', 80);
  if (!url || status !== 200) {
    response.writeHead(url ? status : 400, { 'proxy-authenticate': 'Basic realm="sim"' }).end();
    return;
  }
  proxyTo({ request, response }, url, simPort);
}

/** Responds to a CONNECT request. */
function answer(socket: Duplex, status: number): void {
  if (status === 200) socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  else
    socket.end(
      `HTTP/1.1 ${String(status)} Refused\r\nproxy-authenticate: Basic realm="sim"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
}

/** Starts a proxy in front of a simulator. It connects only to the simulator's hosts and to the simulator itself. */
export async function startSimProxy(sim: ProxiedSim, { auth, cacheDir }: SimProxyOptions = {}): Promise<SimProxy> {
  const certificates = await Certificates.open(cacheDir ?? path.join(await repositoryRoot(), '.cache/sim-ca'));
  const end = createTlsEnd(certificates, sim.port);
  const access = new ProxyAccess(sim, auth);
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    forward({ request, response }, access, sim.port);
  });
  server.on('connect', (request, socket, head) => {
    const { way, status } = access.open(request, request.url ?? '', HTTPS_PORT);
    sockets.add(socket);
    socket
      .on('close', () => {
        sockets.delete(socket);
      })
      .on('error', () => {
        socket.destroy();
      });
    answer(socket, status);
    if (status !== 200) return;
    if (head.length > 0) socket.unshift(head);
    if (way === 'tls') end.emit('connection', socket);
    else joinSim(socket, sim.port);
  });
  const port = await listen(server);
  return {
    url: `http://${auth === undefined ? '' : `${auth}@`}127.0.0.1:${String(port)}`,
    caFile: certificates.caFile,
    calls: access.calls,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await hangUp(server);
    },
  };
}
