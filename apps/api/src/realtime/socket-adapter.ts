import { WS_PATH } from '#libs/contracts';
import { type INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { type IncomingMessage, type Server } from 'node:http';
import { type Duplex } from 'node:stream';
import { type HostNames } from '../http/host-names.js';
import { namesOneHost } from '../http/one-host.js';

/** A client only sends hello and ping, so longer frames are rejected. */
const MAX_PAYLOAD_BYTES = 16 * 1024;

/**
 * Node stops watching the socket of an upgrade, so a reset would end the process, and no timeout would close it. Nest
 * does not close the sockets of addresses that it cannot parse.
 */
function watchUpgrade({ url, headers }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  if (!URL.canParse(url ?? '', `ws://${headers.host ?? ''}/`)) socket.destroy();
}

/**
 * Whether a request wants to change to the protocol that Vodkeep speaks besides HTTP, at the address where it does. Any
 * other upgrade (h2c, TLS, a websocket elsewhere) is answered as if it asked for none (RFC 9110 section 7.8).
 */
const opensSocket = ({ url = '', headers }: IncomingMessage, path: string): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === path;

interface ErrorSource {
  on(event: string, listener: (socket: { on(event: 'error', listener: () => void): unknown }) => void): unknown;
}

/** Raw websocket frames at `{basepath}/socket/`, with the trailing slash, which Nest's own adapter removes. */
export class SocketAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly basepath: string,
    private readonly hosts: HostNames,
  ) {
    super(app);
    const server = this.httpServer as Server & { shouldUpgradeCallback: (req: IncomingMessage) => boolean };
    server.shouldUpgradeCallback = (req) => opensSocket(req, `${basepath}${WS_PATH}`);
    server.prependListener('upgrade', watchUpgrade);
  }

  override create(port: number, options?: Parameters<WsAdapter['create']>[1]): ReturnType<WsAdapter['create']> {
    const server = super.create(port, {
      ...options,
      maxPayload: MAX_PAYLOAD_BYTES,
      perMessageDeflate: false,
      verifyClient: ({ req }: { readonly req: IncomingMessage }, done: (isGood: boolean, status: number) => void) => {
        const isAccepted = this.hosts.accept(req.headers);
        done(isAccepted && namesOneHost(req), isAccepted ? 400 : 403);
      },
    } as Parameters<WsAdapter['create']>[1]) as { path?: string };
    server.path = `${this.basepath}${WS_PATH}`;
    return server;
  }

  /** Ignores socket errors: a broken frame is the client's fault, and the socket closes by itself. */
  override bindErrorHandler(server: ErrorSource): ErrorSource {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
    });
    server.on('error', () => undefined);
    return server;
  }
}
