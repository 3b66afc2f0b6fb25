import { setImmediate } from 'node:timers/promises';
import { OWN_REQUEST_HEADERS } from '#libs/contracts';
import { message } from '#libs/messages';
import { type BufferPool } from './buffer-pool.js';
import { type BytesInFlight } from './bytes-in-flight.js';
import { isDataUrl, readDataUrl } from './data-url.js';
import { HttpConnection, type Route } from './http-connection.js';
import { HttpExchange, type Exchanged } from './http-exchange.js';
import { isListedHost } from './listed-host.js';
import { type HttpTrace } from './http-trace.js';
import { HttpError, type HttpAnswer, type HttpPort, type HttpRequest } from './http-port.js';
import { unpackText } from './unpack-text.js';
import { viaOf, type HttpProxy, type Via, authorizationLine } from './http-proxy.js';
import { type SsrfGuard } from './ssrf-guard.js';
import { SourceCookies } from './source-cookies.js';
import { SourceTrust, type SourceCertificates } from './source-trust.js';

export interface HttpClientSettings {
  readonly pool: BufferPool;
  /** Which addresses the source may name. */
  readonly guard: Pick<SsrfGuard, 'check' | 'lookup'>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sent to this origin only (Authorization, Cookie), and to `hosts` (`name` or `name:port`), never to a redirect target
   * elsewhere. Hosts do not get what belongs to an https origin over http.
   */
  readonly secret?: {
    readonly origin: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly hosts?: readonly string[];
  } | null;
  /** For the origin and the hosts of `secret`; null or absent: certificates are verified as usual. */
  readonly certificates?: SourceCertificates | null;
  /** Maximum connections per origin for playlists, and for everything else; default 4. */
  readonly connections?: number;
  /** Receives each response. */
  readonly trace?: HttpTrace | null;
  /** Proxy between Vodkeep and the source; null or absent: none. */
  readonly proxy?: HttpProxy | null;
}

const REDIRECTS = 5;
const ORIGINS = 16;

/**
 * An HTTP/1.1 client for one capture or one live check, GET only. It has its own connections and cookies, so that a
 * source that hangs does not block another capture. It follows redirects itself, since relative addresses in a playlist refer to the final address.
 * http-connection.ts explains why it does not use undici.
 */
export class HttpClient implements HttpPort {
  private readonly origins = new Map<string, OriginPool>();

  private readonly cookies = new SourceCookies();
  private secret: HttpClientSettings['secret'];
  private readonly via: Via | null;
  /** Of media, and of everything else: a playlist must not wait for segments. */
  private readonly inFlight: { readonly media: BytesInFlight; readonly others: BytesInFlight };
  private readonly trusted: { readonly origin: SourceTrust; readonly host: SourceTrust } | null;

  /** @throws UserError `bad-proxy` */
  constructor(private readonly settings: HttpClientSettings) {
    this.secret = settings.secret;
    this.inFlight = { media: settings.pool.inFlight(), others: settings.pool.inFlight() };
    this.via = settings.proxy ? viaOf(settings.proxy.url) : null;
    const { certificates } = settings;
    this.trusted = certificates
      ? { origin: new SourceTrust(certificates, 'origin'), host: new SourceTrust(certificates, 'host') }
      : null;
  }

  trust(url: string, headers: Readonly<Record<string, string>>): void {
    this.secret = { ...this.secret, origin: new URL(url).origin, headers };
  }

  async get(request: HttpRequest): Promise<HttpAnswer> {
    if (isDataUrl(request.url)) {
      // A list may consist of such addresses: each answer lets other work run, as one from a server does.
      await setImmediate();
      return readDataUrl(request);
    }
    if (request.bulk !== true) return this.follow(request, NOTHING);
    const arrived = await this.settings.pool.room();
    try {
      return await this.follow(request, arrived);
    } finally {
      arrived();
    }
  }

  private async follow(request: HttpRequest, onHead: () => void): Promise<HttpAnswer> {
    let { url } = request;
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      const { status, headers, body, location } = await this.traced(url, request, onHead);
      const { 'set-cookie': cookies } = headers;
      if (cookies !== undefined) await this.cookies.store(cookies, url);
      if (body) return { status, headers, url, body };
      if (status === 304) return { status, headers, url, body: EMPTY };
      if (location === null) throw new HttpError(message('error.http-status', { status }), status);
      url = target(location, url);
    }
    throw new HttpError(message('error.http-bad-redirect.too-many', { n: REDIRECTS }));
  }

  private async traced(url: string, request: HttpRequest, onHead: () => void): Promise<Exchanged> {
    const { trace } = this.settings;
    const at = Date.now();
    try {
      const exchanged = await readable(await this.exchange(new URL(url), request, onHead), request);
      trace?.answered({ ...exchanged, url, request, at, body: exchanged.body?.bytes ?? null });
      return exchanged;
    } catch (error) {
      if (!request.signal.aborted) trace?.failed({ url, request, at }, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const origin of this.origins.values())
      origin.destroy(new HttpError(message('error.http-away.capture-closed')));
    this.origins.clear();
    return Promise.resolve();
  }

  private async exchange(url: URL, request: HttpRequest, onHead: () => void): Promise<Exchanged> {
    await this.settings.guard.check(url.hostname);
    const inFlight = request.bulk === true ? this.inFlight.media : this.inFlight.others;
    const ports = { pool: this.settings.pool, inFlight, onHead };
    const exchange = new HttpExchange(this.requestText(url, request), request, ports);
    const kind = request.text === true ? 'lists' : 'others';
    this.originOf(url, request).run(exchange, kind);
    try {
      return await exchange.done;
    } catch (failed) {
      if (!exchange.wasStale || request.signal.aborted) throw failed;
    }
    const again = new HttpExchange(this.requestText(url, request), request, ports);
    this.originOf(url, request).run(again, kind);
    return again.done;
  }

  /** Only playlists are text requests; keys and init sections take the same route as the media. */
  private viaOf({ text }: HttpRequest): Via | null {
    return text === true || this.settings.proxy?.for === 'all' ? this.via : null;
  }

  private originOf(url: URL, request: HttpRequest): OriginPool {
    const via = this.viaOf(request);
    const key = via ? `${url.origin} via` : url.origin;
    const known = this.origins.get(key);
    if (known) return known;
    const made = new OriginPool(
      { url, via, trust: this.trustOf(url), lookup: this.settings.guard.lookup },
      this.settings.connections ?? 4,
    );
    this.origins.set(key, made);
    for (const [name, old] of this.origins) {
      if (this.origins.size <= ORIGINS) break;
      old.destroy(new HttpError(message('error.http-away.too-many-servers')));
      this.origins.delete(name);
    }
    return made;
  }

  private trustOf(url: URL): SourceTrust | null {
    if (!this.trusted || !this.isOwn(url)) return null;
    return url.origin === this.secret?.origin ? this.trusted.origin : this.trusted.host;
  }

  /** Whether the origin gets the headers of the source. */
  private isOwn(url: URL): boolean {
    if (!this.secret) return false;
    const { origin, hosts = [] } = this.secret;
    if (url.origin === origin) return true;
    return isListedHost(url, hosts) && (url.protocol === 'https:' || origin.startsWith('http:'));
  }

  private requestText(url: URL, request: HttpRequest): string {
    const { headers, range, text } = request;
    const own: Readonly<Record<string, string>> = this.secret && this.isOwn(url) ? this.secret.headers : {};
    const cookie = this.cookies.headerFor(url.href, own['cookie']);
    const all: Readonly<Record<string, string>> = {
      'host': url.host,
      'user-agent': 'Vodkeep',
      'accept': '*/*',
      'accept-encoding': text === true ? 'gzip' : 'identity',
      ...this.settings.headers,
      ...headers,
      ...own,
      ...(cookie === '' ? {} : { cookie }),
      ...(range ? { range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : {}),
      ...OWN_REQUEST_HEADERS,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, '')}\r\n`);
    const via = url.protocol === 'http:' ? this.viaOf(request) : null;
    return `GET ${via ? url.origin : ''}${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}${via ? authorizationLine(via) : ''}\r\n`;
  }
}

const NOTHING = (): void => undefined;
const EMPTY = { bytes: Buffer.alloc(0), release: () => undefined };

function target(location: string, from: string): string {
  const url = URL.canParse(location, from) ? new URL(location, from) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new HttpError(message('error.http-bad-redirect.no-web-address'));
  return url.href;
}

/** Requests of one kind to one origin: those that wait in order, and the number of open ones. */
class RequestQueue {
  readonly waiting: HttpExchange[] = [];
  open = 0;
}

/**
 * The connections of one capture to one origin: a few persistent ones; requests wait in order for a free one. Playlists
 * have connections of their own, because segments that hang must not delay them.
 */
class OriginPool {
  private readonly all = new Set<HttpConnection>();
  private readonly free: HttpConnection[] = [];
  private readonly queues = { lists: new RequestQueue(), others: new RequestQueue() };

  /** @param most open requests of each kind */
  constructor(
    private readonly route: Route,
    private readonly most: number,
  ) {}

  run(exchange: HttpExchange, kind: keyof OriginPool['queues']): void {
    const queue = this.queues[kind];
    queue.waiting.push(exchange);
    this.serve(queue);
  }

  destroy(reason: unknown): void {
    for (const { waiting } of Object.values(this.queues))
      for (const exchange of waiting.splice(0)) exchange.failed(reason);
    for (const connection of [...this.all]) connection.destroy(reason);
  }

  private serve(queue: RequestQueue): void {
    for (let next = queue.waiting[0]; next; next = queue.waiting[0]) {
      if (!next.isOver && queue.open >= this.most) return;
      queue.waiting.shift();
      if (next.isOver) continue;
      queue.open += 1;
      const closed = (): void => {
        queue.open -= 1;
        this.serve(queue);
      };
      next.done.then(closed, closed);
      next.sendOn(this.takeFree() ?? this.open());
    }
  }

  private takeFree(): HttpConnection | null {
    for (let idle = this.free.pop(); idle; idle = this.free.pop()) if (!idle.isClosed) return idle;
    return null;
  }

  private open(): HttpConnection {
    const connection: HttpConnection = new HttpConnection(this.route, {
      onFree: () => {
        this.free.push(connection);
      },
      onClosed: () => {
        this.all.delete(connection);
      },
    });
    this.all.add(connection);
    return connection;
  }
}

async function readable(exchanged: Exchanged, { text, maxBytes }: HttpRequest): Promise<Exchanged> {
  const { body, headers } = exchanged;
  if (body === null || text !== true) return exchanged;
  return { ...exchanged, body: await unpackText(body, headers['content-encoding'], maxBytes) };
}
