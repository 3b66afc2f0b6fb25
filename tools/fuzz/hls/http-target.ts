import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { isAppError } from '#libs/errors';
import { BufferPool, HttpClient, SsrfGuard } from '#libs/media';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 5000;

/**
 * Sends the parts as they are, one write after the other, as the answer to a request of the engine's client, and then
 * ends the connection. A second request on the same client gets them too.
 */
export async function answerRaw(parts: readonly Buffer[]): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => void sendAll(socket, parts));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const http = new HttpClient({ pool: new BufferPool(), guard: new SsrfGuard({ url: origin, network: 'loopback' }) });
  try {
    for (const text of [true, false]) {
      const limits = { maxBytes: MAX_BYTES, idleMs: TIMEOUT_MS, totalMs: TIMEOUT_MS };
      try {
        const { body } = await http.get({ url: `${origin}/a`, text, signal: new AbortController().signal, ...limits });
        if (body.bytes.length > MAX_BYTES) throw new TypeError(`a body of ${String(body.bytes.length)} bytes`);
        body.release();
      } catch (thrown) {
        if (!isAppError(thrown)) throw thrown;
      }
    }
  } finally {
    await http.close();
    server.close();
  }
}

async function sendAll(socket: Socket, parts: readonly Buffer[]): Promise<void> {
  socket.setNoDelay(true);
  for (const part of parts)
    await new Promise<void>((resolve) =>
      socket.write(part, () => {
        resolve();
      }),
    );
  socket.end();
}
