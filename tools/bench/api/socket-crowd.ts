import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { OutsideError } from '#libs/errors';

/** When the first and the last of a crowd had a frame, ms since the Unix epoch. */
export interface Heard {
  readonly mark: string;
  readonly first: number;
  readonly last: number;
}

type Said = Heard | { readonly ready: true };
const LIMIT_MS = 60_000;

/** Many open pages, in another process, so that reading them costs the api's own no time. */
export class SocketCrowd {
  private waiting: ((said: Said) => void) | null = null;

  private fail: (fault: Error) => void = () => undefined;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (said: Said) => {
      this.waiting?.(said);
    });
    child.on('exit', () => {
      this.fail(new OutsideError('bench-api', 'The process with the sockets ended.'));
    });
  }

  static async open(url: string, count: number): Promise<SocketCrowd> {
    const child = fork(join(import.meta.dirname, 'socket-crowd-main.js'), [url, String(count)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const crowd = new SocketCrowd(child);
    await crowd.next((said) => 'ready' in said);
    return crowd;
  }

  /** Resolves when all of them had the frame that holds this word. */
  async heard(mark: string): Promise<Heard> {
    return (await this.next((said) => 'mark' in said && said.mark === mark)) as Heard;
  }

  close(): void {
    this.child.disconnect();
  }

  private next(isIt: (said: Said) => boolean): Promise<Said> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new OutsideError('bench-api', 'Not all sockets heard of a change.'));
      }, LIMIT_MS);
      this.fail = reject;
      this.waiting = (said) => {
        if (isIt(said)) {
          clearTimeout(timer);
          resolve(said);
        }
      };
    });
  }
}

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
