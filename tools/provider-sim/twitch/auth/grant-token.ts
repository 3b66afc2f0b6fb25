import { SIM_TWITCH_APP, type TwitchToken, type TwitchTokens } from './twitch-tokens.js';

/**
 * An error response of id.twitch.tv. Unlike one of Helix, it has no `error` field
 * (docs/reference/twitch.md#helix-calls).
 */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}
export interface TokenWire {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: 'bearer';
  readonly refresh_token?: string;
  readonly scope?: readonly string[];
}

const refuse = (status: number, message: string): Refusal => ({ status, message });

function wireOf({ accessToken, refreshToken, scopes, lifeS }: TwitchToken): TokenWire {
  const shown = { access_token: accessToken, expires_in: lifeS, token_type: 'bearer' } as const;
  if (refreshToken !== null) return { ...shown, refresh_token: refreshToken, scope: scopes };
  return scopes.length > 0 ? { ...shown, scope: scopes } : shown;
}

function clientFault(params: URLSearchParams): Refusal | null {
  const [id, secret] = [params.get('client_id'), params.get('client_secret')];
  if (!id) return refuse(400, 'missing client id');
  if (id !== SIM_TWITCH_APP.clientId) return refuse(400, 'invalid client');
  if (!secret) return refuse(400, 'missing client secret');
  return secret === SIM_TWITCH_APP.clientSecret ? null : refuse(403, 'invalid client secret');
}

/** `POST /oauth2/token`. */
export function grantToken(params: URLSearchParams, tokens: TwitchTokens): TokenWire | Refusal {
  const fault = clientFault(params);
  if (fault) return fault;
  const paramOf = (name: string): string => params.get(name) ?? '';
  switch (params.get('grant_type')) {
    case 'client_credentials':
      return wireOf(tokens.issueApp(paramOf('scope').split(' ').filter(Boolean)));
    case 'authorization_code':
      return ((token) => (token ? wireOf(token) : refuse(400, 'Invalid authorization code')))(
        tokens.takeCode(paramOf('code'), paramOf('redirect_uri')),
      );
    case 'refresh_token':
      return ((token) => (token ? wireOf(token) : refuse(400, 'Invalid refresh token')))(
        tokens.refresh(paramOf('refresh_token')),
      );
    case null:
      return refuse(400, 'missing grant type');
    default:
      return refuse(400, 'invalid grant type');
  }
}
