import { sendError } from './send-json.js';
import type { Site, SiteExchange } from './site.js';
import type { TwitchFaultMode, TwitchSurface } from './twitch-spec.js';
import type { TwitchFaults } from './twitch-faults.js';

const RESET_AFTER_S = 2;
const HALF_A_BODY = '{"data":[{"id":"';
const PROMISED_BYTES = 4096;

/** Half an answer of a promised length; then the connection ends, or nothing comes any more. */
function sendHalf({ response }: SiteExchange, closes: boolean): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': PROMISED_BYTES });
  response.write(HALF_A_BODY, () => {
    if (closes) response.socket?.destroy();
  });
}

/**
 * Answers a request as a problem of the site says. `slow` is like `stall`: these answers are too short to come slowly.
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

/** A site's handler that first meets the problem of its surface. */
export function withFaults(faults: TwitchFaults, surface: TwitchSurface, handle: Site['handle']): Site['handle'] {
  return (exchange) => {
    const mode = faults.match(surface);
    return mode === null ? handle(exchange) : answerWithFault(exchange, mode);
  };
}
