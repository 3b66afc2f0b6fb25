import type { AddressInfo, Server } from 'node:net';

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
}
