import { createHash, randomBytes } from 'node:crypto';
import { TRACED_TEXT_CHARS, type TraceRecord } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { HttpError, type HttpRequest } from './http-port.js';

/** The result of one exchange; `body` is read before the call returns. */
export interface TracedExchange {
  readonly url: string;
  readonly request: Pick<HttpRequest, 'range' | 'text'>;
  /** ms since the Unix epoch. */
  readonly at: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array | null;
}

const DEFAULT_BYTES = 512 * 1024;
/** Enough for the tables and the first time stamps of TS, and for the boxes before the samples of fMP4. */
const HEAD_BYTES = 1024;
/** A source may redirect each request to another path. */
const MAX_TARGET_NAMES = 100;
/** A shorter body may be a key. */
const KEY_BYTES = 64;
/** Size of a record without its texts. */
const RECORD_BYTES = 400;
/** All others may be secrets, or do not help the analysis of a source. */
const HEADERS = new Set([
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'server',
  'transfer-encoding',
]);

/** The last responses of a source, in a ring of limited size. See {@link TraceRecord} for what it holds. */
export class HttpTrace {
  private readonly ring: { readonly record: TraceRecord; readonly size: number }[] = [];
  private size = 0;
  /** What {@link conceal} found, the newest names of {@link concealTarget}, and a pattern that matches both. */
  private readonly ownNames = new Set<string>();
  private readonly targetNames = new Set<string>();
  private concealed: RegExp | null = null;
  /** Different in each trace, so that a hash does not reveal the value. */
  private readonly salt = randomBytes(16);

  constructor(private readonly maxBytes: number = DEFAULT_BYTES) {}

  get isEmpty(): boolean {
    return this.ring.length === 0;
  }

  /**
   * From now on, replaces the names of the path of the source's own address by hashes, because one of them may be a
   * stream key; also those of its earlier addresses, which the ring still holds. The same name gets the same hash, so
   * that a replay still finds each request.
   */
  conceal(address: string): void {
    for (const name of secretNames(new URL(address).pathname)) this.ownNames.add(name);
    this.updatePattern();
  }

  answered({ url, request, at, status, headers, body }: TracedExchange): void {
    const isText = request.text === true;
    if (headers['location'] !== undefined) this.concealTarget(headers['location'], url);
    this.add({
      ...this.base(url, request, at),
      status,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          value !== undefined && HEADERS.has(name) ? [[name, this.hidden(value)]] : [],
        ),
      ),
      bytes: body?.length ?? 0,
      ...(body && isText && { text: Buffer.from(body).toString('utf8', 0, TRACED_TEXT_CHARS) }),
      ...(body && !isText && body.length > KEY_BYTES && { head: base64(body.subarray(0, HEAD_BYTES)) }),
    });
  }

  failed({ url, request, at }: Pick<TracedExchange, 'url' | 'request' | 'at'>, error: unknown): void {
    const failed = error instanceof HttpError ? error.what : this.hidden(messageOf(error));
    this.add({ ...this.base(url, request, at), status: 0, headers: {}, bytes: 0, failed });
  }

  /** NDJSON of {@link TraceRecord}, oldest first. */
  dump(): string {
    return this.ring
      .map(({ record }) => {
        const { text } = record;
        return `${JSON.stringify(text === undefined ? record : { ...record, text: this.hidden(text) })}\n`;
      })
      .join('');
  }

  /**
   * Conceals the names in the path of the target of a redirect, because servers put tokens there. Names that the redirected
   * path has too are no tokens.
   */
  private concealTarget(location: string, from: string): void {
    const target = URL.parse(location, from);
    if (!target) return;
    const known = new Set(secretNames(new URL(from).pathname));
    for (const name of secretNames(target.pathname).filter((one) => !known.has(one))) {
      this.targetNames.delete(name);
      this.targetNames.add(name);
    }
    for (const name of [...this.targetNames].slice(0, -MAX_TARGET_NAMES)) this.targetNames.delete(name);
    this.updatePattern();
  }

  private updatePattern(): void {
    const names = [...this.ownNames, ...this.targetNames];
    if (names.length > 0) this.concealed = new RegExp(names.map(asPattern).join('|'), 'g');
  }

  private base(url: string, { range }: TracedExchange['request'], at: number) {
    const span = range ? ([range.offset, range.length] as [number, number]) : null;
    return { at, tookMs: Math.max(0, Date.now() - at), url: this.hidden(url), range: span };
  }

  private add(record: TraceRecord): void {
    const { url, text = '', head = '' } = record;
    const texts = [url, text, head, ...Object.values(record.headers)];
    const size = texts.reduce((sum, one) => sum + one.length, RECORD_BYTES);
    this.ring.push({ record, size });
    this.size += size;
    while (this.size > this.maxBytes && this.ring.length > 1) this.size -= this.ring.shift()?.size ?? 0;
  }

  /** Without user names and passwords of addresses; the values of their queries and concealed names as hashes. */
  private hidden(text: string): string {
    const clear = text
      .replaceAll(/(:\/\/)[^/\s"@]+@/g, '$1')
      .replaceAll(/\?[^\s"#]+/g, (query) => query.replaceAll(/(^\?|[=&])([^=&]+)(?=&|$)/g, this.hash));
    return this.concealed === null ? clear : clear.replaceAll(this.concealed, (name) => this.hash(name, '', name));
  }

  private readonly hash = (_: string, before: string, value: string): string =>
    `${before}${createHash('sha256').update(this.salt).update(value).digest('hex').slice(0, 12)}`;
}

/** Names that servers and packagers use for every stream. */
const GENERIC_NAMES = /^(app|chunklist|hls|index|live|main|manifest|master|media|play|playlist|stream|streams|video)$/i;
/** A shorter name is none that nobody guesses. */
const SHORTEST_NAME = 4;
/** A longer name is also hidden inside other names, such as those of the segments. */
const LONG_NAME = 8;
/** Only this much of a name is compared; the rest of the path is hidden with it. */
const COMPARED_CHARS = 128;

const secretNames = (path: string): string[] =>
  path
    .split('/')
    .flatMap((part) => [part, unescaped(part)])
    .map((part) => part.replace(/\.[A-Za-z\d]{2,5}$/, ''))
    .filter((name) => name.length >= SHORTEST_NAME && !GENERIC_NAMES.test(name));

function asPattern(name: string): string {
  const literal = name.slice(0, COMPARED_CHARS).replaceAll(/[^\w]/g, String.raw`\$&`);
  if (name.length > COMPARED_CHARS) return String.raw`${literal}[^/?#\s"]*`;
  return name.length >= LONG_NAME ? literal : `(?<![A-Za-z0-9#])${literal}(?![A-Za-z0-9])`;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
