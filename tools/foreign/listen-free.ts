import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago, for a program that cannot take "any". */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise<void>((done) => {
    server.close(() => {
      done();
    });
  });
  return port;
}
