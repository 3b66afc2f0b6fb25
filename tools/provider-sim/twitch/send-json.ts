import { STATUS_CODES } from 'node:http';
import type { SiteExchange } from './site.js';

interface How {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** Sends a JSON body with Content-Length, as Twitch's gateways do. */
export function sendJson(
  { request, response }: SiteExchange,
  value: unknown,
  { status = 200, headers = {} }: How = {},
): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'access-control-allow-origin': '*',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** `{error, status, message}`, the error body of Helix and GQL (docs/reference/twitch.md#helix-calls). */
export function sendError(exchange: SiteExchange, message: string, how: How & { readonly status: number }): void {
  sendJson(exchange, { error: STATUS_CODES[how.status] ?? '', status: how.status, message }, how);
}
