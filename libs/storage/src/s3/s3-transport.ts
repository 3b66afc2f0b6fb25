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
const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504]);

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
    private readonly limits: TimeLimits,
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
      { ...options, agent: this.agent, timeout: this.limits.connectMs, ...(signal && { signal }) },
      (answer) => {
        response = answer;
        if (!RETRYABLE_STATUS.has(answer.statusCode ?? 0)) onResponse(answer);
        else request.destroy(new OutsideError(busyMessage(answer.statusCode)));
      },
    );
    const onSilence = (socket: Socket) => (): void => {
      // A slow reader (a paused player) is not a silent server: received data is still buffered here.
      if (response && response.readableLength > 0) socket.setTimeout(this.limits.silenceMs);
      else (response ?? request).destroy(new OutsideError(message('error.storage-away.silent')));
    };
    // Set on the socket: a request emits `timeout` only once, however often it is set again.
    request.on('socket', (socket) => {
      const destroyIfSilent = onSilence(socket);
      const limitSilence = (): void => {
        socket.setTimeout(this.limits.silenceMs);
      };
      if (socket.connecting) socket.once('connect', limitSilence);
      else limitSilence();
      socket.on('timeout', destroyIfSilent);
      request.once('close', () => {
        socket.off('timeout', destroyIfSilent).off('connect', limitSilence);
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
