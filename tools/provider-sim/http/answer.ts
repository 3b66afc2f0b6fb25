import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FaultRule } from '../scenario.js';
import type { Content } from './content.js';

/** Result of a response, for the log. Status 0: no response. */
export interface Answered {
  readonly status: number;
  readonly bytes: number;
}
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const UNANSWERED: Answered = { status: 0, bytes: 0 };
const SLOW_TICKS_PER_S = 5;
const DEFAULT_SLOW_BYTES_PER_S = 20_000;

function headersOf(content: Content): Record<string, string | number> {
  const { range, body, type } = content;
  const shown = range
    ? {
        'content-range': `bytes ${String(range.start)}-${String(range.start + body.length - 1)}/${String(range.total)}`,
      }
    : {};
  return {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    ...shown,
  };
}

export function sendStatus({ response }: Exchange, status: number, headers: Record<string, string> = {}): Answered {
  const body = `${String(status)}\n`;
  response
    .writeHead(status, { 'content-type': 'text/plain', 'access-control-allow-origin': '*', ...headers })
    .end(body);
  return { status, bytes: body.length };
}

/** Sends the complete content at once; playlists with gzip for clients that accept it. */
export function sendContent({ request, response }: Exchange, content: Content): Answered {
  const gzips = content.type.includes('mpegurl') && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = gzips ? gzipSync(content.body) : content.body;
  const status = content.range ? 206 : 200;
  response
    .writeHead(status, { ...headersOf({ ...content, body }), ...(gzips ? { 'content-encoding': 'gzip' } : {}) })
    .end(request.method === 'HEAD' ? undefined : body);
  return { status, bytes: body.length };
}

/** Sends half of the body, then calls `after`. The Content-Length header is that of the complete body. */
function sendPart({ response }: Exchange, content: Content, after: () => void): Answered {
  const half = content.body.subarray(0, Math.floor(content.body.length / 2));
  response.writeHead(200, headersOf(content));
  response.write(half, after);
  return { status: 200, bytes: half.length };
}

function sendSlowly({ response }: Exchange, content: Content, bytesPerS: number): Answered {
  const step = Math.max(1, Math.floor(bytesPerS / SLOW_TICKS_PER_S));
  let sent = 0;
  response.writeHead(200, headersOf(content));
  const timer = setInterval(() => {
    response.write(content.body.subarray(sent, sent + step));
    sent += step;
    if (sent < content.body.length) return;
    clearInterval(timer);
    response.end();
  }, 1000 / SLOW_TICKS_PER_S);
  response.on('close', () => {
    clearInterval(timer);
  });
  return { status: 200, bytes: content.body.length };
}

/** Applies a fault to a response. `content` is null if the target does not exist. */
export function sendFault(exchange: Exchange, rule: FaultRule, content: Content | null): Answered {
  switch (rule.mode) {
    case 'close':
      exchange.request.socket.destroy();
      return UNANSWERED;
    case 'hang':
      return UNANSWERED;
    case 'html':
      return sendContent(exchange, {
        type: 'text/html',
        body: Buffer.from('<!doctype html><title>Offline</title><p>This channel is offline.'),
      });
    case 'empty':
      return sendContent(exchange, { type: 'application/vnd.apple.mpegurl', body: Buffer.alloc(0) });
    case 'slow':
    case 'truncate':
    case 'stall':
      return content ? sendBadly(exchange, rule, content) : sendStatus(exchange, 404);
    default:
      return sendStatus(exchange, Number(rule.mode));
  }
}

function sendBadly(
  exchange: Exchange,
  { mode, bytesPerS = DEFAULT_SLOW_BYTES_PER_S }: FaultRule,
  content: Content,
): Answered {
  if (mode === 'slow') return sendSlowly(exchange, content, bytesPerS);
  return sendPart(
    exchange,
    content,
    mode === 'truncate'
      ? () => {
          exchange.response.socket?.destroy();
        }
      : () => undefined,
  );
}
