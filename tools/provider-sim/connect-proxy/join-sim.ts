import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Certificates } from './certificates.js';

/** Joins a socket with the simulator, until either of them ends. */
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
 * TLS is ended with a certificate made for the name; what it holds goes to the simulator as it is, so that its Host
 * says who is meant.
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
