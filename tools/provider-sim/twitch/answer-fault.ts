import { sendError } from './send-json.js';
import type { Site, SiteExchange } from './site.js';
import type { TwitchFaultMode, TwitchSurface } from './twitch-spec.js';
import type { TwitchFaults } from './twitch-faults.js';

const RESET_AFTER_S = 2;
const HALF_A_BODY = '{"data":[{"id":"';
const PROMISED_BYTES = 4096;

/** Sends half of a response with a Content-Length; then closes the connection, or sends nothing more. */
function sendHalf({ response }: SiteExchange, closes: boolean): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': PROMISED_BYTES });
  response.write(HALF_A_BODY, () => {
    if (closes) response.socket?.destroy();
  });
}

/**
 * Responds to a request with a fault of the site. `slow` acts like `stall`: these responses are too short to send
 * slowly.
 */
export function answerWithFault(exchange: SiteExchange, mode: TwitchFaultMode): void {
  const { request, response } = exchange;
  switch (mode) {
    case 'close':
      request.socket.destroy();
      return;
    case 'hang':
      return;
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Twitch</title><p>Something went wrong.');
      return;
    case 'empty':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 0 }).end();
      return;
    case 'truncate':
      sendHalf(exchange, true);
      return;
    case 'slow':
    case 'stall':
      sendHalf(exchange, false);
      return;
    case '401':
      sendError(exchange, 'Invalid OAuth token', { status: 401 });
      return;
    case '429':
      sendError(exchange, 'Too Many Requests', {
        status: 429,
        headers: {
          'ratelimit-limit': 800,
          'ratelimit-remaining': 0,
          'ratelimit-reset': Math.ceil(Date.now() / 1000) + RESET_AFTER_S,
        },
      });
      return;
    default:
      sendError(exchange, '', { status: Number(mode) });
  }
}

/** Wraps a site's handler: an active fault of the surface replaces its response. */
export function withFaults(faults: TwitchFaults, surface: TwitchSurface, handle: Site['handle']): Site['handle'] {
  return (exchange) => {
    const mode = faults.match(surface);
    return mode === null ? handle(exchange) : answerWithFault(exchange, mode);
  };
}
