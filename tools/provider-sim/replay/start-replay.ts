import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeTrace } from '#libs/contracts';
import { UserError, untranslated } from '#libs/errors';
import { TraceReplay } from './replay-trace.js';

export interface Replay {
  /** Address of the first playlist. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Serves a capture trace, as the VOD page offers it.
 * @throws UserError `no-trace`: the file has no playlist
 */
export async function startReplay(
  file: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Replay> {
  const replay = new TraceReplay(decodeTrace(await readFile(file, 'utf8')), () => performance.now());
  const { firstPath } = replay;
  if (firstPath === null) throw new UserError(untranslated('no-trace', `${file} is no capture trace with a playlist`));
  const server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const range = from === undefined ? null : ([Number(from), Number(to) - Number(from) + 1] as const);
    const { status, headers, body } = replay.answer(request.url ?? '/', range);
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${String(actual)}${firstPath}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
