import { messageOf } from '#libs/errors';
import { Agent, type Dispatcher } from 'undici';
import { type BufferPool } from './buffer-pool.js';
import { HttpExchange, type Exchanged } from './http-exchange.js';
import { HttpError, type HttpAnswer, type HttpPort, type HttpRequest } from './http-port.js';

export interface HttpClientSettings {
  readonly pool: BufferPool;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent to this origin only (Authorization, Cookie), never to where it redirects to. */
  readonly secret?: { readonly origin: string; readonly headers: Readonly<Record<string, string>> } | null;
  /** Most connections to one origin; 4 when not given. */
  readonly connections?: number;
}

const REDIRECTS = 5;
const CONNECT_MS = 5000;

/**
 * HTTP for one capture: connections of its own, so that a source that hangs takes no connection from another capture. Follows redirects
 * itself, since relative addresses in a playlist mean the address it came from in the end.
 */
export class HttpClient implements HttpPort {
  private readonly agent: Agent;

  constructor(private readonly settings: HttpClientSettings) {
    this.agent = new Agent({ connections: settings.connections ?? 4, pipelining: 1, connect: { timeout: CONNECT_MS }, keepAliveTimeout: 30_000 });
  }

  async get(request: HttpRequest): Promise<HttpAnswer> {
    let { url } = request;
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      const { status, headers, body, location } = await this.exchange(new URL(url), request);
      if (body) return { status, headers, url, body };
      if (status === 304) return { status, headers, url, body: EMPTY };
      if (location === null) throw new HttpError('status', `The server answers ${status}.`, status);
      url = target(location, url);
    }
    throw new HttpError('bad-redirect', `More than ${REDIRECTS} redirects.`);
  }

  async close(): Promise<void> { await this.agent.destroy(); }

  private async exchange(url: URL, request: HttpRequest): Promise<Exchanged> {
    const exchange = new HttpExchange(request, this.settings.pool);
    const options: Dispatcher.DispatchOptions = {
      origin: url.origin, path: url.pathname + url.search, method: 'GET', headers: this.headersFor(url, request), headersTimeout: request.idleMs, bodyTimeout: request.idleMs,
    };
    try {
      if (!request.signal.aborted) this.agent.dispatch(options, exchange);
      return await exchange.done;
    } catch (thrown) { throw request.signal.aborted ? thrown : asHttpError(thrown); }
  }

  private headersFor(url: URL, { headers, range, text }: HttpRequest): Record<string, string> {
    const { secret } = this.settings;
    return {
      'user-agent': 'Vodkeep', accept: '*/*', 'accept-encoding': text === true ? 'gzip' : 'identity',
      ...this.settings.headers, ...headers,
      ...(secret?.origin === url.origin ? secret.headers : {}),
      ...(range ? { range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : {}),
    };
  }
}

const EMPTY = { bytes: Buffer.alloc(0), release: () => undefined };

function target(location: string, from: string): string {
  const url = URL.canParse(location, from) ? new URL(location, from) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new HttpError('bad-redirect', 'The server redirects to something that is no web address.');
  return url.href;
}

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

function asHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (TIMEOUTS.has(code)) return new HttpError('timeout', `The server does not answer in time (${code}).`);
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return new HttpError('truncated', messageOf(thrown));
  return new HttpError('away', `The server cannot be reached: ${messageOf(thrown)}`);
}
