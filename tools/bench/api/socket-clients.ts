import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { OutsideError, untranslated } from '#libs/errors';

/** When the first and the last of many clients received a frame, ms since the Unix epoch. */
export interface Delivery {
  readonly mark: string;
  readonly first: number;
  readonly last: number;
}

type ClientMessage = Delivery | { readonly ready: true };
const DELIVERY_TIMEOUT_MS = 60_000;

/** Many open pages in another process, so that reading their frames does not slow down the api. */
export class SocketClients {
  private waiting: ((message: ClientMessage) => void) | null = null;

  private fail: (fault: Error) => void = () => undefined;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message: ClientMessage) => {
      this.waiting?.(message);
    });
    child.on('exit', () => {
      this.fail(new OutsideError(untranslated('bench-api', 'The process with the sockets ended.')));
    });
  }

  static async open(url: string, count: number): Promise<SocketClients> {
    const child = fork(join(import.meta.dirname, 'socket-clients-main.js'), [url, String(count)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const crowd = new SocketClients(child);
    await crowd.next((message) => 'ready' in message);
    return crowd;
  }

  /** Resolves when all clients have received the frame that contains this word. */
  async delivered(mark: string): Promise<Delivery> {
    return (await this.next((message) => 'mark' in message && message.mark === mark)) as Delivery;
  }

  close(): void {
    this.child.disconnect();
  }

  private next(isAwaited: (message: ClientMessage) => boolean): Promise<ClientMessage> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new OutsideError(untranslated('bench-api', 'Not all sockets received a change.')));
      }, DELIVERY_TIMEOUT_MS);
      this.fail = reject;
      this.waiting = (message) => {
        if (isAwaited(message)) {
          clearTimeout(timer);
          resolve(message);
        }
      };
    });
  }
}

/**
 * The lower limit for updates to many clients: a bare loop of `send` over the same number of sockets, with a frame of
 * the same size.
 * @returns ms from the first send to the last receipt, for each round
 */
export async function bareClients(count: number, frameBytes: number, repeats: number): Promise<number[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  const crowd = await SocketClients.open(
    `ws://127.0.0.1:${String((server.address() as { port: number }).port)}`,
    count,
  );
  const durationsMs: number[] = [];
  for (let n = 0; n < repeats; n += 1) {
    const frame = `mark-${String(n)}`.padEnd(frameBytes, '.');
    const receipts = crowd.delivered(`mark-${String(n)}`);
    const began = Date.now();
    for (const client of server.clients) client.send(frame);
    durationsMs.push((await receipts).last - began);
  }
  crowd.close();
  server.close();
  return durationsMs;
}
