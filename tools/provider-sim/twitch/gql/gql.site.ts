import { randomBytes } from 'node:crypto';
import { answerWithFault } from '../answer-fault.js';
import type { PlaybackPorts } from '../media/playback-ports.js';
import type { Viewer } from '../media/playback-tokens.js';
import { sendError, sendJson } from '../send-json.js';
import type { Site, SiteExchange } from '../site.js';
import type { TwitchFaultMode } from '../twitch-spec.js';
import { GqlRequest, type GqlOperation, failedWith, runOperation, timedOut } from './run-operation.js';

/** Client ids of the site's own applications (docs/reference/twitch.md#gql). */
const CLIENT_IDS = [
  'kimne78kx3ncx6brgo4mv6wki5h1ko',
  'ue6666qo983tsx6so1t0vnawi233wa',
  'kd1unb4b3q4t58fwlpcbzcbnm76a8fp',
];
const INTEGRITY_LIFE_MS = 16 * 3_600_000;

/** Issued integrity tokens, until they expire. */
class IntegrityTokens {
  private readonly expiry = new Map<string, number>();

  issue(now: number): { readonly token: string; readonly expiration: number } {
    const token = `v4.public.${randomBytes(48).toString('base64url')}`;
    this.expiry.set(token, now + INTEGRITY_LIFE_MS);
    return { token, expiration: now + INTEGRITY_LIFE_MS };
  }

  isGood(token: unknown, now: number): boolean {
    return typeof token === 'string' && (this.expiry.get(token) ?? 0) > now;
  }
}

function refusesClient(exchange: SiteExchange): boolean {
  const id = exchange.request.headers['client-id'];
  if (typeof id === 'string' && CLIENT_IDS.includes(id)) return false;
  sendError(
    exchange,
    id === undefined ? 'The "Client-ID" header is missing from the request.' : 'The "Client-ID" header is invalid.',
    { status: 400 },
  );
  return true;
}

/** @returns undefined if the token is rejected */
function viewerOf({ request }: SiteExchange, ports: PlaybackPorts): Viewer | null | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  return ports.playbackTokens.viewerOf(/^OAuth (.+)$/.exec(authorization)?.[1] ?? '') ?? undefined;
}

async function operationsOf(
  exchange: SiteExchange,
): Promise<{ readonly isList: boolean; readonly operations: readonly GqlOperation[] } | null> {
  try {
    const read = GqlRequest.parse(JSON.parse((await exchange.body()).toString()));
    return Array.isArray(read) ? { isList: true, operations: read } : { isList: false, operations: [read] };
  } catch {
    return null;
  }
}

/**
 * A fault in GQL's format: most failures have status 200. `500`: `server error`; `503`: `service timeout`; `403`: an
 * integrity token is required; `410`: all hashes of persisted queries are withdrawn; `401`: the OAuth token is
 * rejected, even if the request has none.
 * @returns `none` if the request runs; null if the generic fault response applies
 */
function failureOf(mode: TwitchFaultMode, isTrusted: boolean): ((operation: GqlOperation) => object) | 'none' | null {
  switch (mode) {
    case '500':
      return (operation) => failedWith('server error', operation);
    case '503':
      return timedOut;
    case '403':
      return isTrusted ? 'none' : (operation) => failedWith('failed integrity check', operation);
    case '410':
      return 'none';
    default:
      return null;
  }
}

async function answer(exchange: SiteExchange, ports: PlaybackPorts, integrity: IntegrityTokens): Promise<void> {
  const mode = ports.faults.match('gql');
  const failure =
    mode === null
      ? 'none'
      : failureOf(mode, integrity.isGood(exchange.request.headers['client-integrity'], Date.now()));
  const viewer = viewerOf(exchange, ports);
  if (viewer === undefined || mode === '401') {
    sendError(exchange, 'The "Authorization" token is invalid.', { status: 401 });
    return;
  }
  if (mode !== null && failure === null) {
    answerWithFault(exchange, mode);
    return;
  }
  const operations = await operationsOf(exchange);
  if (!operations) {
    sendError(exchange, 'The request body is not valid.', { status: 400 });
    return;
  }
  const run = (operation: GqlOperation): Promise<object> =>
    typeof failure === 'function'
      ? Promise.resolve(failure(operation))
      : runOperation(operation, { ports, exchange, viewer }, mode === '410');
  const answers = await Promise.all(operations.operations.map(run));
  sendJson(exchange, operations.isList ? answers : answers[0]);
}

/**
 * `gql.twitch.tv`: playback tokens, lookups and chat images (docs/reference/twitch.md#gql), and integrity tokens for
 * clients that send a device id.
 */
export function gqlSite(ports: PlaybackPorts): Site {
  const integrity = new IntegrityTokens();
  return {
    hosts: ['gql.twitch.tv'],
    async handle(exchange) {
      const { url, request } = exchange;
      if (request.method !== 'POST') {
        sendError(exchange, '', { status: 404 });
        return;
      }
      if (refusesClient(exchange)) return;
      if (url.pathname === '/gql') {
        await answer(exchange, ports, integrity);
        return;
      }
      if (url.pathname !== '/integrity') {
        sendError(exchange, '', { status: 404 });
        return;
      }
      if (request.headers['x-device-id'] === undefined) sendError(exchange, 'missing device id', { status: 400 });
      else
        sendJson(exchange, {
          ...integrity.issue(Date.now()),
          request_id: randomBytes(13).toString('hex').toUpperCase(),
        });
    },
  };
}
