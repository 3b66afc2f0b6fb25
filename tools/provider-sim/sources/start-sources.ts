import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { selfSigned } from '../connect-proxy/certificates.js';
import { hangUp, listen } from '../http/listen.js';
import { repositoryRoot } from '../media/cached-folder.js';
import { ClockedSource } from './clocked-source.js';
import type { Reply, SourceSpec } from './source-spec.js';

/** A running server of clock-driven sources. */
export interface Sources {
  /** Address to add as a channel. */
  urlOf(name: string): string;
  /** Further fields of the channel's form. */
  formOf(name: string): Readonly<Record<string, unknown>>;
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
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    serve(sources, request, () => !response.destroyed)
      .then((reply) => {
        send(response, reply);
      })
      .catch(() => response.destroy());
  };
  const certificate = await selfSigned(media);
  const server = createServer(onRequest);
  const secureServer = createSecureServer(certificate, onRequest);
  const ports = { plain: await listen(server), secure: await listen(secureServer) };
  return {
    of,
    urlOf: (name) => {
      const { secure, host, address } = of(name).spec;
      const origin = secure ? `https://${host}:${String(ports.secure)}` : `http://${host}:${String(ports.plain)}`;
      return `${origin}/${name}/${address}`;
    },
    formOf: (name) => of(name).spec.form(certificate),
    stop: async () => {
      await Promise.all([hangUp(server), hangUp(secureServer)]);
    },
  };
}

function serve(
  sources: ReadonlyMap<string, ClockedSource>,
  { url = '/', headers }: IncomingMessage,
  isOpen: () => boolean,
): Promise<Reply> {
  const [, name = '', rest = ''] = /^\/([^/?]+)(\/.*)$/.exec(url) ?? [];
  const source = sources.get(name);
  return source ? source.answer({ url: rest, headers, isOpen }) : Promise.resolve({ status: 404 });
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '', stream }: Reply): void {
  for (const [name, value] of Object.entries({ 'cache-control': 'no-cache', ...headers }))
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (stream) {
    response.writeHead(status);
    pipeline(stream, response, () => undefined);
    return;
  }
  const bytes = Buffer.from(body as Buffer);
  response.writeHead(status, { 'content-length': bytes.length }).end(bytes);
}
