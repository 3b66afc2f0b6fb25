import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Makes a server listen.
 * @param at port 0: any free one
 * @returns its port
 */
export async function listen(
  server: Server,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  return (server.address() as AddressInfo).port;
}

/** Closes a server and all its open connections. */
export async function hangUp(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((done) => {
    server.close(() => {
      done();
    });
  });
}
