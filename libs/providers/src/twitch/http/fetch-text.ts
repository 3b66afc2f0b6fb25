import { type Dispatcher } from 'undici';
import { OWN_REQUEST_HEADERS } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { SsrfGuard } from '#libs/media';
import { message } from '#libs/messages';
import { guardedAgent, undici } from '../../kit/guarded-agent.js';
import { reasonOf } from '../../kit/no-answer.js';

/** A response of any status. */
export interface FetchedText {
  readonly status: number;
  readonly text: string;
}
/** The same with its headers; their names are in lower case. */
export interface FetchedAnswer extends FetchedText {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The type of {@link fetchText}, which tests replace. */
export type FetchText = (fetchRequest: FetchRequest, signal: AbortSignal) => Promise<FetchedAnswer>;

export interface FetchRequest {
  readonly url: string;
  /** Sends a POST with this body; without it, a GET. */
  readonly body?: string | Uint8Array;
  readonly method?: 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Time limit for the whole response; default 10 s. */
  readonly timeoutMs?: number;
  /** Returns a redirect as the answer. */
  readonly redirect?: 'manual';
  /** Reads this much of the response and drops the rest; absent: a response above 20 MB is an error. */
  readonly firstBytes?: number;
  /** Address of the forward proxy to use, `http://user:pass@host:port`. */
  readonly proxy?: string;
}
type Sent = Omit<FetchRequest, 'timeoutMs' | 'proxy'> & {
  readonly dispatcher: Dispatcher;
  /** Checks redirect targets, which a proxy would connect to. */
  readonly guard: SsrfGuard;
};

const MAX_BYTES = 20_000_000;
const MAX_HOPS = 3;

/**
 * Fetches a whole text with a limit on time and size. Follows redirects of a GET, without the given headers.
 * @throws OutsideError `site-away`: the server did not answer; the signal's reason if it is aborted
 */
export async function fetchText(
  { timeoutMs = 10_000, proxy, ...fetchRequest }: FetchRequest,
  signal: AbortSignal,
): Promise<FetchedAnswer> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const own = proxy === undefined ? null : await proxyAgent(proxy);
  try {
    const site = { url: fetchRequest.url, network: null };
    const ports = { dispatcher: own ?? (await guardedAgent(site)), guard: new SsrfGuard(site) };
    return await fetchHops({ ...fetchRequest, ...ports }, MAX_HOPS, AbortSignal.any([signal, timeout]));
  } catch (thrown) {
    signal.throwIfAborted();
    const why = timeout.aborted ? message('site.no-answer-within', { n: timeoutMs / 1000 }) : reasonOf(thrown);
    throw new OutsideError(message('error.site-away.not-asked', { host: new URL(fetchRequest.url).host, why }), {
      cause: thrown,
    });
  } finally {
    await own?.destroy();
  }
}

async function proxyAgent(address: string): Promise<Dispatcher> {
  const { ProxyAgent } = await undici();
  return new ProxyAgent(address);
}

async function fetchHops(
  { url, body, method = 'GET', headers = {}, redirect, firstBytes, dispatcher, guard }: Sent,
  hops: number,
  signal: AbortSignal,
): Promise<FetchedAnswer> {
  const sent = { signal, method, headers: { 'user-agent': BROWSER, ...headers, ...OWN_REQUEST_HEADERS }, dispatcher };
  const { request } = await undici();
  const answer = await request(url, body === undefined ? sent : { ...sent, method: 'POST', body });
  const next = body === undefined && redirect === undefined ? redirectOf(answer, url) : null;
  if (next === null)
    return { status: answer.statusCode, text: await readText(answer, firstBytes), headers: answer.headers };
  await answer.body.dump();
  if (hops === 0) throw new OutsideError(message('error.site-away.redirects'));
  await guard.check(new URL(next).hostname);
  return fetchHops({ url: next, ...(firstBytes !== undefined && { firstBytes }), dispatcher, guard }, hops - 1, signal);
}

function redirectOf({ statusCode, headers: { location } }: Dispatcher.ResponseData, base: string): string | null {
  return statusCode >= 300 && statusCode < 400 && typeof location === 'string' ? new URL(location, base).href : null;
}

async function readText({ body }: Dispatcher.ResponseData, firstBytes?: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (firstBytes !== undefined && size >= firstBytes) {
      body.destroy();
      return Buffer.concat([...chunks, chunk])
        .subarray(0, firstBytes)
        .toString('utf8');
    }
    if (size > MAX_BYTES) {
      body.destroy();
      throw new OutsideError(message('error.site-away.answer-too-large'));
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The user agent for the addresses of Twitch's web player: they answered other user agents with `server error`
 * (streamlink#6574, June 2025).
 */
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36';
