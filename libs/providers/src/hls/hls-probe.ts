import { message, type MessageParam } from '#libs/messages';
import { reasonOf } from '../kit/no-answer.js';
import { type Dispatcher } from 'undici';

/** The result of one request to a playlist address. */
export type PlaylistProbe =
  | { readonly kind: 'playlist'; readonly text: string; readonly url: string; readonly serverNow: number | null }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'failed'; readonly why: MessageParam };

const MOST_BYTES = 5_000_000;
const PROBE_MS = 10_000;

/**
 * Fetches a playlist with a limit on time and size. Follows redirects; the final address is the base of relative
 * addresses (RFC 8216bis).
 * @throws the signal's reason only
 */
export async function probePlaylist(
  url: string,
  authorization: string | null,
  signal: AbortSignal,
): Promise<PlaylistProbe> {
  try {
    return await fetchText({ url, authorization, hops: 5 }, AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]));
  } catch (thrown) {
    signal.throwIfAborted();
    return { kind: 'failed', why: whyOf(thrown) };
  }
}

async function fetchText(
  { url, authorization, hops }: { url: string; authorization: string | null; hops: number },
  signal: AbortSignal,
): Promise<PlaylistProbe> {
  const { request } = await import('undici');
  const res = await request(url, {
    signal,
    headers: {
      'accept': 'application/vnd.apple.mpegurl, */*',
      'user-agent': 'vodkeep',
      ...(authorization === null ? {} : { authorization }),
    },
  });
  const next = redirectOf(res.statusCode, res.headers['location'], url);
  if (next !== null && hops > 0) {
    await res.body.dump();
    const same = next.origin === new URL(url).origin;
    return await fetchText({ url: next.href, authorization: same ? authorization : null, hops: hops - 1 }, signal);
  }
  if (res.statusCode !== 200) {
    await res.body.dump();
    return { kind: 'status', status: res.statusCode };
  }
  return readText(res, url);
}

const redirectOf = (status: number, location: string | string[] | undefined, base: string): URL | null =>
  status >= 300 && status < 400 && typeof location === 'string' ? new URL(location, base) : null;

async function readText(res: Dispatcher.ResponseData, url: string): Promise<PlaylistProbe> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of res.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) {
      res.body.destroy();
      return { kind: 'failed', why: message('site.playlist-too-large') };
    }
    chunks.push(chunk);
  }
  const date = Date.parse(String(res.headers['date'] ?? ''));
  return {
    kind: 'playlist',
    text: Buffer.concat(chunks).toString('utf8'),
    url,
    serverNow: Number.isNaN(date) ? null : date,
  };
}

function whyOf(thrown: unknown): MessageParam {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError'
    ? message('site.no-answer-within.seconds', { n: PROBE_MS / 1000 })
    : reasonOf(thrown);
}
