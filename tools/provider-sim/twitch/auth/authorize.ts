import { sendJson } from '../send-json.js';
import type { SiteExchange } from '../site.js';
import { SIM_TWITCH_APP, type TwitchTokens } from './twitch-tokens.js';

/** Redirects to the application with the response parameters of RFC 6749 4.1.2, which include the request's `state`. */
function sendBack({ response }: SiteExchange, to: URL, answer: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(answer)) to.searchParams.set(name, value);
  response.writeHead(302, { 'location': to.href, 'content-length': 0 }).end();
}

/**
 * `GET /oauth2/authorize`, which the browser opens: the operator consents or refuses at once. If Twitch would reject
 * the redirect address, the response is a page and not a redirect (RFC 6749 3.1.2.4).
 */
export function authorize(
  exchange: SiteExchange,
  tokens: TwitchTokens,
  { denies }: { readonly denies: boolean },
): void {
  const { searchParams } = exchange.url;
  const paramOf = (name: string): string => searchParams.get(name) ?? '';
  if (paramOf('client_id') !== SIM_TWITCH_APP.clientId) {
    sendJson(exchange, { status: 400, message: 'invalid client' }, { status: 400 });
    return;
  }
  if (!URL.canParse(paramOf('redirect_uri'))) {
    sendJson(
      exchange,
      { error: 'redirect_mismatch', error_description: 'Parameter redirect_uri does not match registered URI' },
      { status: 400 },
    );
    return;
  }
  const to = new URL(paramOf('redirect_uri'));
  const state: Record<string, string> = searchParams.has('state') ? { state: paramOf('state') } : {};
  if (paramOf('response_type') !== 'code') {
    sendBack(exchange, to, { error: 'unsupported_response_type', ...state });
    return;
  }
  if (denies) {
    sendBack(exchange, to, { error: 'access_denied', error_description: 'The user denied you access', ...state });
    return;
  }
  const code = tokens.giveCode({
    userId: SIM_TWITCH_APP.user.id,
    scopes: paramOf('scope').split(' ').filter(Boolean),
    redirectUri: paramOf('redirect_uri'),
  });
  sendBack(exchange, to, { code, scope: paramOf('scope'), ...state });
}
