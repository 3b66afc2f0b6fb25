import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import type { LiveClock } from './live-clock.js';
import type { StreamLog } from './source-server.js';

export type SourceRequest =
  | { readonly do: 'start'; readonly streams: number; readonly seconds: number }
  | { readonly do: 'log' };

/** The live source in a separate process; no figure includes its CPU or memory. */
export interface Source {
  readonly pid: number;
  /** Size of each segment by its number; the source ends after the last one. */
  readonly segmentBytes: readonly number[];
  /** Environment of a tool: with TLS, the authority of the source's certificate, as OpenSSL's clients read it. */
  readonly env: Readonly<Record<string, string>>;
  urlOf(stream: number): string;
  /** Starts `streams` streams at once, all in the middle of a broadcast, for this many seconds. */
  start(streams: number, seconds: number): Promise<LiveClock>;
  log(): Promise<readonly StreamLog[]>;
  stop(): Promise<void>;
}

/** @param tls serves everything over TLS, as real sites do */
export async function startSource(tls: boolean): Promise<Source> {
  const child = fork(join(import.meta.dirname, 'source-main.js'), tls ? ['tls'] : [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new OutsideError(untranslated('bench-source', `The bench's source ended with ${String(code)}.`));
  });
  died.catch(() => undefined);
  const answer = async <T>(): Promise<T> => (await Promise.race([once(child, 'message'), died]))[0] as T;
  const send = async <T>(request: SourceRequest): Promise<T> => {
    const answered = answer<T>();
    child.send(request);
    return answered;
  };
  const { port, segmentBytes, certFile } = await answer<{
    readonly port: number;
    readonly segmentBytes: number[];
    readonly certFile: string | null;
  }>();
  return {
    pid: child.pid ?? 0,
    segmentBytes,
    env: certFile === null ? {} : { NODE_EXTRA_CA_CERTS: certFile, REQUESTS_CA_BUNDLE: certFile },
    urlOf: (stream) => `${tls ? 'https' : 'http'}://127.0.0.1:${String(port)}/live/${String(stream)}/index.m3u8`,
    start: async (streams, seconds) =>
      (await send<{ readonly clock: LiveClock }>({ do: 'start', streams, seconds })).clock,
    log: async () => (await send<{ readonly logs: StreamLog[] }>({ do: 'log' })).logs,
    stop: async () => {
      child.disconnect();
      await died.catch(() => undefined);
    },
  };
}
