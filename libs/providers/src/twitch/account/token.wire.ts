import { z } from 'zod';
import { type GqlOperation } from '../gql/gql-operation.js';
import { jsonOf } from '../http/read-json.js';

// https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/ and .../validate-tokens/ (read Feb 2026). twurple has
// seen responses without `scope` or `expires_in`.
const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  scope: z.array(z.string()).nullish().catch(null),
  expires_in: z.number().positive().nullish().catch(null),
});
const Validation = z.object({
  client_id: z.string(),
  login: z.string().nullish(),
  user_id: z.string().nullish(),
  expires_in: z.number().nullish().catch(null),
  scopes: z.array(z.string()).nullish().catch(null),
});
/** id.twitch.tv sends no `error` field with it, unlike Helix. */
const Refusal = z.object({ message: z.string() });

/** A granted token. Null: not in the response. */
export interface GrantedToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly scopes: readonly string[] | null;
  readonly lifeMs: number | null;
}

/** Twitch's data about a token. `userId` and `login` are null for an app token. */
export interface TokenInfo {
  readonly clientId: string;
  readonly userId: string | null;
  readonly login: string | null;
  readonly scopes: readonly string[];
  readonly lifeMs: number | null;
}

/** @returns null if the text is not a token */
export function readToken(text: string): GrantedToken | null {
  const { data } = Token.safeParse(jsonOf(text));
  return data
    ? {
        accessToken: data.access_token,
        refreshToken: data.refresh_token ?? null,
        scopes: data.scope ?? null,
        lifeMs: msOf(data.expires_in),
      }
    : null;
}

/** @returns null if the text is not token information */
export function readTokenInfo(text: string): TokenInfo | null {
  const { data } = Validation.safeParse(jsonOf(text));
  return data
    ? {
        clientId: data.client_id,
        userId: data.user_id ?? null,
        login: data.login ?? null,
        scopes: data.scopes ?? [],
        lifeMs: msOf(data.expires_in),
      }
    : null;
}

/** Twitch's text for a refusal; empty if there is none. */
export const readRefusal = (text: string): string => Refusal.safeParse(jsonOf(text)).data?.message ?? '';

const msOf = (seconds: number | null | undefined): number | null =>
  typeof seconds === 'number' ? seconds * 1000 : null;

/**
 * Returns the owner of a playback token: https://gql.twitch.tv/gql, undocumented, as the web player requests it (2026).
 */
export const WHO_AM_I: GqlOperation = {
  operationName: 'VodkeepWhoAmI',
  variables: {},
  hashes: [],
  query: 'query VodkeepWhoAmI { currentUser { id login displayName } }',
};

const Answer = z.object({ currentUser: z.object({ login: z.string().min(1) }) });

/** @returns null if the token belongs to no user */
export const readWhoAmI = (data: Readonly<Record<string, unknown>>): string | null =>
  Answer.safeParse(data).data?.currentUser.login ?? null;
