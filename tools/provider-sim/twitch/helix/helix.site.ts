import { answerWithFault } from '../answer-fault.js';
import { SIM_TWITCH_APP, type TwitchToken } from '../auth/twitch-tokens.js';
import { sendError, sendJson } from '../send-json.js';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteExchange } from '../site.js';
import { clips } from './clips.js';
import { channels } from './channels.js';
import { games, topGames } from './games.js';
import type { HelixAnswer, HelixEndpoint } from './helix-call.js';
import { RateBucket } from './rate-bucket.js';
import { searchChannels } from './search-channels.js';
import { streams } from './streams.js';
import { users } from './users.js';
import { videos } from './videos.js';

const ENDPOINTS: Readonly<Record<string, HelixEndpoint>> = {
  'GET /users': users,
  'GET /streams': streams,
  'GET /channels': channels,
  'GET /search/channels': searchChannels,
  'GET /games': games,
  'GET /games/top': topGames,
  'GET /videos': videos,
  'GET /clips': clips,
};

function send(exchange: SiteExchange, answer: HelixAnswer, headers: Readonly<Record<string, number>>): void {
  if ('message' in answer) sendError(exchange, answer.message, { status: answer.status, headers });
  else if (answer.body === null) exchange.response.writeHead(answer.status, headers).end();
  else sendJson(exchange, answer.body, { status: answer.status, headers });
}

/** api.twitch.tv. `more` contains endpoints of other modules, such as EventSub, by `METHOD /path`. */
class Helix {
  private readonly buckets = new Map<string, RateBucket>();

  constructor(
    private readonly ports: SitePorts,
    private readonly endpoints: Readonly<Record<string, HelixEndpoint>>,
  ) {}

  async handle(exchange: SiteExchange): Promise<void> {
    const path = exchange.url.pathname.replace(/^\/helix/, '');
    const mode = this.ports.faults.match(path.startsWith('/eventsub/') ? 'eventsub' : 'helix');
    if (mode !== null) {
      answerWithFault(exchange, mode);
      return;
    }
    const token = this.tokenOf(exchange);
    if (typeof token === 'string') {
      sendError(exchange, token, { status: 401 });
      return;
    }
    const bucket = this.bucketOf(token);
    if (!bucket.take()) {
      sendError(exchange, 'Too Many Requests', { status: 429, headers: bucket.headers() });
      return;
    }
    const headers = bucket.headers();
    const endpoint = this.endpoints[`${exchange.request.method ?? ''} ${path}`];
    if (!endpoint) {
      sendError(exchange, '', { status: 404, headers });
      return;
    }
    send(exchange, await endpoint({ exchange, query: exchange.url.searchParams, token, ports: this.ports }), headers);
  }

  /** @returns the error message if there is no valid token */
  private tokenOf({ request: { headers } }: SiteExchange): TwitchToken | string {
    const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (given === undefined) return 'OAuth token is missing';
    const token = this.ports.tokens.find(given);
    if (!token) return 'Invalid OAuth token';
    if (headers['client-id'] === undefined) return 'Client ID is missing';
    return headers['client-id'] === SIM_TWITCH_APP.clientId ? token : 'Client ID and OAuth token do not match';
  }

  /** The rate limit of the token: one bucket for the application, and one for each of its users. */
  private bucketOf({ userId }: TwitchToken): RateBucket {
    const key = userId ?? '';
    const bucket = this.buckets.get(key) ?? new RateBucket(this.ports.settings.pointsPerMinute);
    this.buckets.set(key, bucket);
    return bucket;
  }
}

export function helixSite(ports: SitePorts, more: Readonly<Record<string, HelixEndpoint>> = {}): Site {
  const helix = new Helix(ports, { ...ENDPOINTS, ...more });
  ports.actions.on('unlist', (channel) => {
    channel.isOmittedByHelix = true;
  });
  ports.actions.on('list', (channel) => {
    channel.isOmittedByHelix = false;
  });
  return { hosts: ['api.twitch.tv'], handle: (exchange) => helix.handle(exchange) };
}
