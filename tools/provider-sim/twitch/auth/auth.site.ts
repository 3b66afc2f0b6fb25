import { answerWithFault } from '../answer-fault.js';
import { sendJson } from '../send-json.js';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteExchange } from '../site.js';
import type { TwitchFaultMode } from '../twitch-spec.js';
import { userOf } from '../user-of.js';
import { authorize } from './authorize.js';
import { grantToken } from './grant-token.js';
import { SIM_TWITCH_APP } from './twitch-tokens.js';

/** Combined parameters of form body and query: Twitch accepts them from either. */
async function paramsOf(exchange: SiteExchange): Promise<URLSearchParams> {
  const params = new URLSearchParams(exchange.url.searchParams);
  for (const [name, value] of new URLSearchParams((await exchange.body()).toString())) params.set(name, value);
  return params;
}

/** Faults that are refusals here, with this site's messages. */
const REFUSALS: Partial<Record<TwitchFaultMode, string>> = {
  401: 'invalid access token',
  403: 'invalid client secret',
};

const refuse = (exchange: SiteExchange, status: number, message: string): void => {
  sendJson(exchange, { status, message }, { status });
};

function validate(exchange: SiteExchange, { tokens, world }: SitePorts): void {
  const token = tokens.find(/^(?:OAuth|Bearer) (\S+)$/i.exec(exchange.request.headers.authorization ?? '')?.[1] ?? '');
  if (!token) {
    refuse(
      exchange,
      401,
      exchange.request.headers.authorization === undefined ? 'missing authorization token' : 'invalid access token',
    );
    return;
  }
  const user = token.userId === null ? undefined : userOf(world, token.userId);
  const about = {
    client_id: SIM_TWITCH_APP.clientId,
    scopes: token.scopes,
    expires_in: Math.max(0, Math.floor((token.expiresAt - Date.now()) / 1000)),
  };
  sendJson(exchange, user ? { ...about, login: user.login, user_id: user.id } : about);
}

function revoke(exchange: SiteExchange, params: URLSearchParams, { tokens }: SitePorts): void {
  if (params.get('client_id') !== SIM_TWITCH_APP.clientId) refuse(exchange, 404, 'client does not exist');
  else if (!tokens.revoke(params.get('token') ?? '')) refuse(exchange, 400, 'Invalid token');
  else exchange.response.writeHead(200, { 'content-length': 0 }).end();
}

function answerFault(exchange: SiteExchange, mode: TwitchFaultMode): void {
  const refusal = REFUSALS[mode];
  if (refusal === undefined) answerWithFault(exchange, mode);
  else refuse(exchange, Number(mode), refusal);
}

async function serve(exchange: SiteExchange, call: string, ports: SitePorts): Promise<void> {
  const params = await paramsOf(exchange);
  switch (call) {
    case 'POST /oauth2/token': {
      const granted = grantToken(params, ports.tokens);
      sendJson(exchange, granted, 'status' in granted ? granted : {});
      return;
    }
    case 'GET /oauth2/validate':
      validate(exchange, ports);
      return;
    case 'POST /oauth2/revoke':
      revoke(exchange, params, ports);
      return;
    default:
      refuse(exchange, 404, 'not found');
  }
}

async function answer(exchange: SiteExchange, ports: SitePorts): Promise<void> {
  const mode = ports.faults.match('auth');
  const call = `${exchange.request.method ?? ''} ${exchange.url.pathname}`;
  if (call === 'GET /oauth2/authorize' && (mode === null || mode === '403')) {
    authorize(exchange, ports.tokens, { denies: mode !== null });
    return;
  }
  if (mode !== null) {
    answerFault(exchange, mode);
    return;
  }
  await serve(exchange, call, ports);
}

/** id.twitch.tv. On its consent page, an `auth` fault with mode `403` means that the operator refuses consent. */
export const authSite = (ports: SitePorts): Site => ({
  hosts: ['id.twitch.tv'],
  handle: (exchange) => answer(exchange, ports),
});
