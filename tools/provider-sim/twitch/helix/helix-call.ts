import type { TwitchToken } from '../auth/twitch-tokens.js';
import type { SitePorts } from '../site-ports.js';
import type { SiteExchange } from '../site.js';

/** A Helix request with a valid token, within the rate limit. */
export interface HelixCall {
  readonly exchange: SiteExchange;
  readonly query: URLSearchParams;
  readonly token: TwitchToken;
  readonly ports: SitePorts;
}
/** `message`: an error, with its reason phrase; `body`: any other response, null for none. */
export type HelixAnswer =
  | { readonly status: number; readonly message: string }
  | { readonly status: number; readonly body: unknown };
export type HelixEndpoint = (call: HelixCall) => HelixAnswer | Promise<HelixAnswer>;

export const ok = (body: unknown, status = 200): HelixAnswer => ({ status, body });
export const refusal = (status: number, message: string): HelixAnswer => ({ status, message });

/**
 * Values of repeated keys; at most 100 in total (docs/reference/twitch.md#helix-calls).
 * @returns null if there are more
 */
export function listed(query: URLSearchParams, ...names: readonly string[]): readonly (readonly string[])[] | null {
  const all = names.map((name) => query.getAll(name));
  return all.flat().length > MAX_KEYS ? null : all;
}
const MAX_KEYS = 100;
export const TOO_MANY: HelixAnswer = refusal(
  400,
  'The number of values of a parameter must be less than or equal to 100',
);

/**
 * The selector of a request that must have exactly one of several (docs/reference/twitch.md#helix-calls); null: none,
 * or more than one.
 */
export function selectorOf(query: URLSearchParams, names: readonly string[]): string | null {
  const given = names.filter((name) => query.has(name));
  return given.length === 1 ? (given[0] ?? null) : null;
}

/** RFC 3339 time in whole seconds, the format of all times of Helix. */
export const timeOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
