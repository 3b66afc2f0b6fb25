import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveChannel } from '../channel/live-channel.js';
import type { FaultRule } from '../scenario.js';
import { sendContent, sendFault, sendStatus, type Answered } from './answer.js';
import { contentOf } from './content.js';
import { targetOf, type Target } from './request-target.js';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
export interface Served extends Answered {
  readonly kind: string;
  readonly seq: number | null;
  readonly fault: string | null;
}

function isAllowed(channel: LiveChannel, request: IncomingMessage): boolean {
  const { auth } = channel.spec;
  return auth === undefined || request.headers.authorization === `Basic ${Buffer.from(auth).toString('base64')}`;
}

/** Number of the requested segment. A range of a growing file refers to the segment that starts there. */
function seqOf(channel: LiveChannel, target: Target, range: string | undefined): number | null {
  if (target.kind === 'segment') return target.seq;
  if (target.kind !== 'whole') return null;
  const start = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
  return channel.offered.findLast(({ offsets }) => offsets.get(target.rendition.name) === start)?.seq ?? null;
}

/** A growing fMP4 file starts with its init section. */
function kindOf(target: Target, range: string | undefined): Exclude<Target['kind'], 'whole'> {
  if (target.kind !== 'whole') return target.kind;
  return target.rendition.media.init && range?.startsWith('bytes=0-') === true ? 'init' : 'segment';
}

/** A drop affects the playlists; segments that were listed before remain available. */
function dropOf(channel: LiveChannel, kind: Target['kind']): FaultRule | null {
  const isList = kind === 'playlist' || kind === 'master';
  return channel.state === 'dropped' && isList && channel.dropAnswer !== 'frozen'
    ? { on: 'playlist', mode: channel.dropAnswer }
    : null;
}

/** Responds to a request under `/live/<channel>/`, or applies the channel's faults to it. */
export async function serveLive(exchange: Exchange, channel: LiveChannel, path: string): Promise<Served> {
  const target = targetOf(channel, path);
  if (!target) return { ...sendStatus(exchange, 404), kind: 'unknown', seq: null, fault: null };
  const { range } = exchange.request.headers;
  const logEntry = { kind: kindOf(target, range), seq: seqOf(channel, target, range) };
  if (!isAllowed(channel, exchange.request))
    return { ...sendStatus(exchange, 401, { 'www-authenticate': 'Basic realm="sim"' }), ...logEntry, fault: null };
  const rule = channel.faults.match(logEntry, Date.now()) ?? dropOf(channel, target.kind);
  const content = await contentOf(channel, target, range);
  if (rule) return { ...sendFault(exchange, rule, content), ...logEntry, fault: rule.mode };
  return { ...(content ? sendContent(exchange, content) : sendStatus(exchange, 404)), ...logEntry, fault: null };
}
