import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { UserError, untranslated } from '#libs/errors';
import type { Site, SiteCall, SiteRequest } from '../twitch/site.js';

/** Number of logged calls; the oldest are removed first. */
const MAX_CALLS = 20_000;
const MAX_BODY_BYTES = 1_000_000;
const SECRETS = ['client_secret', 'access_token', 'refresh_token', 'token', 'code', 'sig', 'nauth', 'nauthsig'];

/** Addresses that twurple's mock-server port uses for Twitch (https://twurple.js.org). */
const PREFIXES: readonly (readonly [prefix: string, host: string, path: string])[] = [
  ['/mock/', 'api.twitch.tv', '/helix/'],
  ['/auth/', 'id.twitch.tv', '/oauth2/'],
  ['/eventsub/subscriptions', 'api.twitch.tv', '/helix/eventsub/subscriptions'],
  ['/ws', 'eventsub.wss.twitch.tv', '/ws'],
];

interface Address {
  readonly host: string;
  readonly path: string;
  /** Whether the request uses the real host name, through the CONNECT proxy. */
  readonly isReal: boolean;
}
interface Found extends Address {
  readonly site: Site;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new UserError(untranslated('sim-body', 'the body is larger than 1 MB'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function siteRequest(request: IncomingMessage, { host, path, isReal }: Address): SiteRequest {
  const own = request.headers.host ?? `127.0.0.1:${String(request.socket.localPort ?? 0)}`;
  let body: Promise<Buffer> | null = null;
  return {
    request,
    host,
    url: new URL(`https://${host}${path}`),
    base: (of) => (isReal ? `https://${of}` : `http://${own}/h/${of}`),
    ws: (of) => (isReal ? `wss://${of}` : `ws://${own}/h/${of}`),
    body: () => (body ??= bodyOf(request)),
  };
}

function addressOf(request: IncomingMessage): Address | null {
  const path = request.url ?? '/';
  const named = /^\/h\/([^/?]+)(.*)$/s.exec(path);
  if (named)
    return {
      host: (named[1] ?? '').toLowerCase(),
      path: named[2]?.startsWith('/') === true ? named[2] : `/${named[2] ?? ''}`,
      isReal: false,
    };
  for (const [prefix, host, target] of PREFIXES)
    if (path.startsWith(prefix)) return { host, path: target + path.slice(prefix.length), isReal: false };
  return null;
}

function redacted({ pathname, searchParams }: URL): string {
  const shown = new URLSearchParams(searchParams);
  for (const name of SECRETS) if (shown.has(name)) shown.set(name, '-');
  const query = shown.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** Routes each request to its site, and logs all calls. */
export class SiteRouter {
  private readonly exact = new Map<string, Site>();
  private readonly patterns: (readonly [RegExp, Site])[] = [];
  private readonly sockets = new Set<Duplex>();
  readonly calls: SiteCall[] = [];

  constructor(sites: readonly Site[]) {
    for (const site of sites)
      for (const host of site.hosts) {
        if (typeof host !== 'string') this.patterns.push([host, site]);
        else if (!this.exact.has(host)) this.exact.set(host, site);
      }
  }

  /** @returns false if the request is not for a site */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const found = this.find(request);
    if (!found) return false;
    const siteCall = siteRequest(request, found);
    const settle = this.record(siteCall);
    response.once('close', () => {
      settle(response.headersSent ? response.statusCode : 0);
    });
    response.once('finish', () => {
      settle(response.statusCode);
    });
    await found.site.handle({ ...siteCall, response });
    return true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const found = this.find(request);
    if (!found?.site.upgrade) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const siteCall = siteRequest(request, found);
    this.record(siteCall)(101);
    this.sockets.add(socket);
    socket.once('close', () => {
      this.sockets.delete(socket);
    });
    socket.on('error', () => {
      socket.destroy();
    });
    found.site.upgrade({ ...siteCall, socket, head });
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Whether there is a site with this host name. */
  plays(host: string): boolean {
    return this.siteOf(host) !== undefined;
  }

  private find(request: IncomingMessage): Found | null {
    const real = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    const site = this.siteOf(real);
    if (site) return { site, host: real, path: request.url ?? '/', isReal: true };
    const address = addressOf(request);
    const addressed = address && this.siteOf(address.host);
    return address && addressed ? { ...address, site: addressed } : null;
  }

  private siteOf(host: string): Site | undefined {
    return this.exact.get(host) ?? this.patterns.find(([pattern]) => pattern.test(host))?.[1];
  }

  /** Logs the call at its start with status 0; the returned function sets the final status. */
  private record({ host, url, request }: SiteRequest): (status: number) => void {
    const call = { at: Date.now(), host, method: request.method ?? 'GET', path: redacted(url), status: 0 };
    if (this.calls.push(call) > MAX_CALLS) this.calls.splice(0, MAX_CALLS / 10);
    return (status) => {
      call.status = status;
    };
  }
}
