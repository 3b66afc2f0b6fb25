import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { newestAt, playlistAt, WINDOW_SEGMENTS, type LiveClock } from './live-clock.js';

/**
 * What the source recorded for one stream: the basis of `lost`, and of the lag of tools that write one file. Times are
 * ms since the Unix epoch.
 */
export interface StreamLog {
  /** First request for the playlist; null if there was none. */
  firstRequestAt: number | null;
  /** Completely sent segments, in the order of their ends. */
  readonly sent: { readonly seq: number; readonly at: number }[];
}

const KEEP_ALIVE_MS = 60_000;
/** Segments that remain available after they left the playlist. */
const EXPIRED_SEGMENTS = WINDOW_SEGMENTS;

/** Content of the server: all bodies, which are created in memory before the clock starts. */
export interface Served {
  clock: LiveClock | null;
  logs: StreamLog[];
  readonly bodies: readonly Buffer[];
}

const sendNotFound = (response: ServerResponse): void => {
  response.writeHead(404, { 'content-length': 0 }).end();
};

function partsOf({ url = '' }: IncomingMessage): readonly [name: string, file: string] {
  const [, , name = '', file = ''] = url.split('/');
  return [name, file];
}

function sendSegment(response: ServerResponse, body: Buffer, sent: () => void): void {
  response.once('finish', sent);
  response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': body.length }).end(body);
}

/** Serves `/live/<stream>/index.m3u8` and `/live/<stream>/<seq>.ts`, over HTTP/1.1 with keep-alive. */
export function createSourceServer(
  served: Served,
  certificate: { readonly key: Buffer; readonly cert: string } | null,
): Server {
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const [name, file] = partsOf(request);
    const { clock, bodies, logs } = served;
    const log = logs[Number(name)];
    if (!clock || !log) {
      sendNotFound(response);
      return;
    }
    const now = Date.now();
    if (file === 'index.m3u8') {
      const list = playlistAt(clock, Number(name), now);
      log.firstRequestAt ??= now;
      response
        .writeHead(200, {
          'content-type': 'application/vnd.apple.mpegurl',
          'content-length': list.length,
          'cache-control': 'no-cache',
        })
        .end(list);
      return;
    }
    const seq = Number.parseInt(file, 10);
    const age = newestAt(clock, Number(name), now) - seq;
    const body = age >= 0 && age < WINDOW_SEGMENTS + EXPIRED_SEGMENTS ? bodies[seq] : undefined;
    if (body)
      sendSegment(response, body, () => {
        log.sent.push({ seq, at: Date.now() });
      });
    else sendNotFound(response);
  };
  const server = certificate ? createSecureServer(certificate, onRequest) : createServer(onRequest);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}
