import { WebSocketServer } from 'ws';
import { SocketCrowd } from './socket-crowd.js';

/**
 * The floor of telling a crowd: a bare loop of `send` over as many sockets, with a frame of the same size.
 * @returns ms from the first send to the last receipt, each round
 */
export async function bareCrowd(count: number, frameBytes: number, rounds: number): Promise<number[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  const crowd = await SocketCrowd.open(`ws://127.0.0.1:${String((server.address() as { port: number }).port)}`, count);
  const took: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const frame = `mark-${String(n)}`.padEnd(frameBytes, '.');
    const heard = crowd.heard(`mark-${String(n)}`);
    const began = Date.now();
    for (const client of server.clients) client.send(frame);
    took.push((await heard).last - began);
  }
  crowd.close();
  server.close();
  return took;
}
