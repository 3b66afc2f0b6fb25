import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';
import { type Socket } from 'node:net';
import { OutsideError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';

/** Time limit of the connect and longest silence on the connection after that, in ms. */
export interface TimeLimits {
  readonly connectMs: number;
  readonly silenceMs: number;
}

type OnResponse = (response: http.IncomingMessage) => void;

/** Status codes that ask for a retry (minio-js would log them to the console and leave their sockets open). */
const COME_AGAIN = new Set([408, 429, 500, 502, 503, 504]);

/**
 * HTTP transport of minio-js, which supports neither abort nor time limits. Here each request ends with the signal of
 * its call ({@link S3Transport.within}), and no phase (connecting, sending, waiting, reading) may be silent for longer
 * than the limit.
 */
export class S3Transport {
  readonly agent: http.Agent;
  readonly #send: typeof http.request;
  readonly #signals = new AsyncLocalStorage<AbortSignal | undefined>();

  constructor(
    isSecure: boolean,
    private readonly patience: TimeLimits,
  ) {
    const options = { keepAlive: true, maxFreeSockets: 16 };
    this.agent = isSecure ? new https.Agent(options) : new http.Agent(options);
    this.#send = isSecure ? https.request : http.request;
  }

  within<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    return this.#signals.run(signal, work);
  }

  /** Same signature as the http.request that minio-js calls. */
  readonly request = (options: http.RequestOptions, onResponse: OnResponse): http.ClientRequest => {
    const signal = this.#signals.getStore();
    let response: http.IncomingMessage | null = null;
    const request = this.#send(
      { ...options, agent: this.agent, timeout: this.patience.connectMs, ...(signal && { signal }) },
      (answer) => {
        response = answer;
        if (!COME_AGAIN.has(answer.statusCode ?? 0)) onResponse(answer);
        else request.destroy(new OutsideError(busyMessage(answer.statusCode)));
      },
    );
    const onSilence = (socket: Socket) => (): void => {
      // A slow reader (a paused player) is not a silent server: received data is still buffered here.
      if (response && response.readableLength > 0) socket.setTimeout(this.patience.silenceMs);
      else (response ?? request).destroy(new OutsideError(message('error.storage-away.silent')));
    };
    // Set on the socket: a request emits `timeout` only once, however often it is set again.
    request.on('socket', (socket) => {
      const silent = onSilence(socket);
      const settle = (): void => {
        socket.setTimeout(this.patience.silenceMs);
      };
      if (socket.connecting) socket.once('connect', settle);
      else settle();
      socket.on('timeout', silent);
      request.once('close', () => {
        socket.off('timeout', silent).off('connect', settle);
      });
    });
    return request;
  };

  close(): void {
    this.agent.destroy();
  }
}

const busyMessage = (status: number | undefined): OwnMessage =>
  status === undefined ? message('error.storage-busy.nothing') : message('error.storage-busy', { status });
