import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { messageOf } from '#libs/errors';
import type { LiveChannel } from '../channel/live-channel.js';
import type { Action } from '../scenario.js';
import type { LoggedRequest, SimLog } from '../sim-log.js';
import type { VideoLog } from '../twitch/past/video-log.js';
import type { TwitchAction } from '../twitch/twitch-spec.js';
import { sendStatus } from './answer.js';
import { readAction } from './read-action.js';
import { serveLive } from './serve-live.js';
import type { SiteRouter } from './site-router.js';

export interface SimRoutes {
  readonly channels: ReadonlyMap<string, LiveChannel>;
  log(): SimLog;
  videoLog(id: string): VideoLog | null;
  record(channel: string, request: LoggedRequest): void;
  act(channel: string, action: Action | TwitchAction): void;
  readonly sites: SiteRouter;
}
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function sendJson({ response }: Exchange, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(`${JSON.stringify(value, null, 1)}\n`);
}

function shownBy(routes: SimRoutes, name: string, id: string): object | null {
  switch (name) {
    case 'log':
      return routes.log();
    case '':
      return Object.values(routes.log().channels).map(({ name: channel, url, state }) => ({ channel, url, state }));
    case 'videos':
      return routes.videoLog(id);
    default:
      return null;
  }
}

/** `GET /_sim` (channels), `GET /_sim/log`, `GET /_sim/videos/<id>`, `POST /_sim/<channel>/<action>`. */
async function control(
  exchange: Exchange,
  routes: SimRoutes,
  [name = '', action = '']: readonly string[],
): Promise<void> {
  const { request } = exchange;
  const shown = request.method === 'GET' ? shownBy(routes, name, action) : null;
  if (shown !== null) {
    sendJson(exchange, 200, shown);
    return;
  }
  const channel = routes.channels.get(name);
  if (!channel || request.method !== 'POST') {
    sendStatus(exchange, 404);
    return;
  }
  try {
    routes.act(name, await readAction(request, action));
    sendJson(exchange, 200, { state: channel.state });
  } catch (failure) {
    sendJson(exchange, 400, { message: messageOf(failure) });
  }
}

async function live(exchange: Exchange, routes: SimRoutes, [name = '', ...rest]: readonly string[]): Promise<void> {
  const channel = routes.channels.get(name);
  if (!channel) {
    sendStatus(exchange, 404);
    return;
  }
  const at = Date.now();
  const path = rest.join('/');
  const served = await serveLive(exchange, channel, path);
  routes.record(name, {
    at,
    path,
    kind: served.kind,
    seq: served.seq,
    status: served.status,
    bytes: served.bytes,
    fault: served.fault,
  });
}

async function route(exchange: Exchange, routes: SimRoutes): Promise<void> {
  if (await routes.sites.serve(exchange.request, exchange.response)) return;
  const { pathname } = new URL(exchange.request.url ?? '/', 'http://sim');
  const [, first = '', ...rest] = pathname.split('/').map(decodeURIComponent);
  if (first === 'live') return live(exchange, routes, rest);
  if (first === '_sim') return control(exchange, routes, rest);
  /* A redirect, as CDNs use it: relative addresses then refer to the final URL. */
  if (first === 'go') sendStatus(exchange, 302, { location: `/live/${rest.join('/')}/index.m3u8` });
  else sendStatus(exchange, 404);
}

export function createSimServer(routes: SimRoutes): Server {
  const server = createServer((request, response) => {
    route({ request, response }, routes).catch((failure: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson({ request, response }, 500, { message: messageOf(failure) });
    });
  });
  server.on('upgrade', (request, socket, head) => {
    routes.sites.upgrade(request, socket, head);
  });
  return server;
}
