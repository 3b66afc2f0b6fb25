import { localizedOf, OutsideError, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import pLimit from 'p-limit';
import { type z } from 'zod';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type Access, type AccessSource } from '../account/access.js';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { type FetchRequest, type FetchedAnswer, type FetchText, fetchText } from '../http/fetch-text.js';
import { API_HOST } from '../urls.js';
import { type HelixPage, readHelixError, readRows } from './helix.wire.js';
import { isOutOfPoints, Rate } from './rate.js';

/** Calls that run at the same time; Twitch has answered bursts of more than 100 with 400. */
const MAX_PARALLEL_CALLS = 4;
/** A call that has waited this many times for the rate limit fails at the next 429. */
const MAX_RATE_LIMIT_WAITS = 2;

/** Query parameters. A name may be repeated: Helix takes a list as `id=1&id=2`. */
export type Query = readonly (readonly [name: string, value: string])[];

/** One call to Helix. */
export interface HelixCall {
  /** Without it, the call is a GET. Other methods are writes, which leave points for reads. */
  readonly method?: 'POST' | 'DELETE';
  /** Below `/helix`, with a leading slash. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The token to send: of the app or of the signed-in user. Each has its own rate limit. */
  readonly access: AccessSource;
}

/** A response. `remark`: Twitch's text for a refusal; empty if there is none. */
export interface HelixAnswer {
  readonly status: number;
  readonly text: string;
  readonly remark: string;
}

/** Tests replace `fetch` and `clock`. */
export interface HelixPorts {
  readonly sites: SiteAddresses;
  readonly fetch?: FetchText;
  readonly clock?: Clock;
}

/**
 * Client for the Twitch API (https://dev.twitch.tv/docs/api/guide/, read Feb 2026): respects the rate limit, renews a
 * refused token once, and repeats a call once after a 5xx.
 */
export class Helix {
  private readonly reads = pLimit(MAX_PARALLEL_CALLS);
  /** A separate limit: writes that wait for spare points do not block reads. */
  private readonly writes = pLimit(MAX_PARALLEL_CALLS);
  private readonly rates = new WeakMap<AccessSource, Rate>();
  private readonly fetch: FetchText;
  private readonly clock: Clock;

  constructor(private readonly ports: HelixPorts) {
    this.fetch = ports.fetch ?? fetchText;
    this.clock = ports.clock ?? SYSTEM_CLOCK;
  }

  /**
   * Returns all rows of one response, without the invalid ones.
   * @throws UserError with the remedy: the account is at fault; OutsideError `site-away`, `rate-limited`, `refused`
   */
  async rows<T>(call: HelixCall, row: z.ZodType<T>, signal: AbortSignal): Promise<readonly T[]> {
    return (await this.page(call, row, signal)).rows;
  }

  /** Like {@link rows}, with the cursor and the other fields of the page. */
  async page<T>(call: HelixCall, row: z.ZodType<T>, signal: AbortSignal): Promise<HelixPage<T>> {
    const { status, text, remark } = await this.call(call, signal);
    if (status !== 200)
      throw new OutsideError(
        remark === ''
          ? message('error.refused.question', { status })
          : message('error.refused.question-said', { status, said: remark }),
      );
    const page = readRows(text, row);
    if (!page) throw new OutsideError(message('error.site-away.interface'));
    return page;
  }

  /**
   * Returns a response of any status except 401, 5xx and the 429 of the rate limit.
   * @throws like {@link rows}
   */
  call(call: HelixCall, signal: AbortSignal): Promise<HelixAnswer> {
    const limit = call.method === undefined ? this.reads : this.writes;
    return limit(() => this.callWithRetries(call, signal));
  }

  private async callWithRetries(call: HelixCall, signal: AbortSignal): Promise<HelixAnswer> {
    const rate = this.rateOf(call.access);
    let token = await call.access.get();
    let isRenewed = false;
    let isRepeated = false;
    let rateLimitWaits = 0;
    for (;;) {
      signal.throwIfAborted();
      await rate.waitForTurn(call.method === undefined ? 'read' : 'write', signal);
      const answer = await this.fetch(requestOf(this.ports.sites, call, token), signal);
      rate.update(answer);
      if (answer.status === 401) {
        if (isRenewed) throw reportRefusedToken(call.access, answer);
        token = await call.access.renew(token);
        isRenewed = true;
      } else if (isOutOfPoints(answer)) {
        rateLimitWaits += 1;
        if (rateLimitWaits > MAX_RATE_LIMIT_WAITS) throw new OutsideError(message('error.rate-limited'));
      } else if (answer.status >= 500) {
        if (isRepeated) throw new OutsideError(message('error.site-away.http-error', { status: answer.status }));
        isRepeated = true;
      } else {
        call.access.setFault(null);
        return { status: answer.status, text: answer.text, remark: readHelixError(answer.text) };
      }
    }
  }

  private rateOf(access: AccessSource): Rate {
    const rate = this.rates.get(access) ?? new Rate(this.clock);
    this.rates.set(access, rate);
    return rate;
  }
}

function requestOf(
  sites: SiteAddresses,
  { method, path, query = [], body }: HelixCall,
  { clientId, accessToken }: Access,
): FetchRequest {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  const headers = {
    'authorization': `Bearer ${accessToken}`,
    'client-id': clientId,
    'user-agent': 'vodkeep',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const url = sites.http(API_HOST, `/helix${path}${search === '' ? '' : `?${search}`}`);
  return {
    url,
    headers,
    ...(method === 'DELETE' ? { method } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Shows a refused token as the fault of its account until a call succeeds. @returns the error to throw */
function reportRefusedToken(access: AccessSource, { text }: FetchedAnswer): UserError {
  const remark = readHelixError(text);
  const error = new UserError(
    remark === '' ? message('error.site-refuses-token') : message('error.site-refuses-token.said', { said: remark }),
  );
  access.setFault(localizedOf(error));
  return error;
}
