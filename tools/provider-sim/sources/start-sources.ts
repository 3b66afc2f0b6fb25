import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { hangUp, listen } from '../http/listen.js';
import { repositoryRoot } from '../media/cached-folder.js';
import { ClockedSource } from './clocked-source.js';
import type { Reply, SourceSpec } from './source-spec.js';

/** A running server of clock-driven sources. */
export interface Sources {
  /** Address to add as a channel. */
  urlOf(name: string): string;
  of(name: string): ClockedSource;
  stop(): Promise<void>;
}

/**
 * Serves each source below `/<name>/`.
 * @param mediaDir cache of encoded media; default: `.cache/sim` of the repository
 */
export async function startSources(specs: readonly SourceSpec[], mediaDir?: string): Promise<Sources> {
  const media = mediaDir ?? path.join(await repositoryRoot(), '.cache/sim');
  const sources = new Map<string, ClockedSource>();
  for (const spec of specs) sources.set(spec.name, await ClockedSource.open(spec, media));
  const of = (name: string): ClockedSource => {
    const found = sources.get(name);
    if (!found) throw new Error(`no source ${name}`);
    return found;
  };
  const server = createServer((request, response) => {
    serve(sources, request)
      .then((reply) => {
        send(response, reply);
      })
      .catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    of,
    urlOf: (name) => `http://127.0.0.1:${String(port)}/${name}/${of(name).spec.address}`,
    stop: () => hangUp(server),
  };
}

function serve(sources: ReadonlyMap<string, ClockedSource>, { url = '/', headers }: IncomingMessage): Promise<Reply> {
  const [, name = '', rest = ''] = /^\/([^/?]+)(\/.*)$/.exec(url) ?? [];
  const source = sources.get(name);
  return source ? source.answer({ url: rest, headers }) : Promise.resolve({ status: 404 });
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  const bytes = Buffer.from(body as Buffer);
  for (const [name, value] of Object.entries({ 'cache-control': 'no-cache', ...headers }))
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  response.writeHead(status, { 'content-length': bytes.length }).end(bytes);
}
