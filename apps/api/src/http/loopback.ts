import { type IncomingMessage } from 'node:http';

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
/** Each of these headers shows that a proxy forwarded the request. The socket's address is then the proxy's. */
const PROXY_HEADERS = new Set([
  'forwarded',
  'forwarded-for',
  'via',
  'cdn-loop',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-appengine-user-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
  'do-connecting-ip',
]);
const PROXY_PREFIXES = ['x-forwarded', 'x-original-', 'x-envoy-'];

export type RequestOrigin = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Whether a request comes from the machine itself. Its caller is the operator while no password is set. The Host must
 * be a loopback name too, because any web page could otherwise rebind its name to 127.0.0.1. A proxy must not have
 * forwarded the request. nginx with default settings sets neither Forwarded nor Host, but forwards Origin and Referer, and
 * before 1.29.7 uses HTTP/1.0 (docs/security.md#access-without-a-password).
 */
export function isFromLoopback(req: RequestOrigin): boolean {
  const { headers } = req;
  if (!LOOPBACK_ADDRESS.test(req.socket.remoteAddress ?? '') || req.httpVersion === '1.0') return false;
  if (!LOOPBACK_HOST.test(headers.host ?? '')) return false;
  if (Object.keys(headers).some(isOfProxy)) return false;
  return [headers.origin, headers.referer].every((from) => from === undefined || isLoopbackUrl(from));
}

const isOfProxy = (name: string): boolean =>
  PROXY_HEADERS.has(name) || PROXY_PREFIXES.some((prefix) => name.startsWith(prefix));

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && LOOPBACK_HOST.test(new URL(text).host);
}
