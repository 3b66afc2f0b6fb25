import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Certificates } from './certificates.js';

/** Connects a socket to the simulator, until either of them ends. */
export function joinSim(socket: Duplex, simPort: number): void {
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

/**
 * Terminates TLS with a certificate for the requested name. The content goes to the simulator unchanged, so that its
 * Host header names the site.
 */
export function createTlsEnd(certificates: Certificates, simPort: number): TlsServer {
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
      joinSim(socket, simPort);
    },
  );
  end.on('tlsClientError', (_, socket) => {
    socket.destroy();
  });
  return end;
}
