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

/** Parallel calls; Twitch has answered bursts of more than 100 with 400. */
const CONCURRENT_CALLS = 4;
/** After this many waits for a 429, the call fails. */
const MOST_429 = 2;

export type Query = readonly (readonly [name: string, value: string])[];
export interface HelixCall {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  readonly as: AccessSource;
}
/** `remark`: the site's text if the call failed. */
export interface HelixAnswer {
  readonly status: number;
  readonly text: string;
  readonly remark: string;
}
export interface HelixPorts {
  readonly sites: SiteAddresses;
  readonly fetch?: FetchText;
  readonly clock?: Clock;
}

interface CallState {
  renewed: boolean;
  repeated: boolean;
  waits: number;
}
const markAttempt = (state: CallState, what: 'renewed' | 'repeated'): boolean => {
  const was = state[what];
  state[what] = true;
  return was;
};

/**
 * Client for the Twitch API (https://dev.twitch.tv/docs/api/guide/, read Feb 2026): respects the rate limit, renews a
 * refused token once, and repeats a call once after a 5xx.
 */
export class Helix {
  private readonly reads = pLimit(CONCURRENT_CALLS);
  /** A separate limit: writes that wait for spare points do not block reads. */
  private readonly writes = pLimit(CONCURRENT_CALLS);
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
    return limit(() => this.tries(call, signal));
  }

  private async tries(call: HelixCall, signal: AbortSignal): Promise<HelixAnswer> {
    const state: CallState = { renewed: false, repeated: false, waits: 0 };
    let access = await call.as.get();
    for (;;) {
      signal.throwIfAborted();
      await this.rateOf(call.as).waitForTurn(call.method === undefined ? 'read' : 'write', signal);
      const answer = await this.fetch(requestOf(this.ports.sites, call, access), signal);
      this.rateOf(call.as).update(answer);
      if (answer.status === 401)
        access = await renewed(call.as, access, { isSecond: markAttempt(state, 'renewed'), answer });
      else if (isOutOfPoints(answer)) this.countWait(state);
      else if (answer.status >= 500) refuseLasting(answer, markAttempt(state, 'repeated'));
      else {
        call.as.setFault(null);
        return { status: answer.status, text: answer.text, remark: readHelixError(answer.text) };
      }
    }
  }

  private countWait(state: CallState): void {
    state.waits += 1;
    if (state.waits > MOST_429) throw new OutsideError(message('error.rate-limited'));
  }

  /** Each token has its own points. */
  private rateOf(source: AccessSource): Rate {
    const rate = this.rates.get(source) ?? new Rate(this.clock);
    this.rates.set(source, rate);
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

async function renewed(
  source: AccessSource,
  old: Access,
  { isSecond, answer }: { isSecond: boolean; answer: FetchedAnswer },
): Promise<Access> {
  if (!isSecond) return source.renew(old);
  const remark = readHelixError(answer.text);
  const error = new UserError(
    remark === '' ? message('error.site-refuses-token') : message('error.site-refuses-token.said', { said: remark }),
  );
  source.setFault(localizedOf(error));
  throw error;
}

function refuseLasting({ status }: FetchedAnswer, isSecond: boolean): void {
  if (isSecond) throw new OutsideError(message('error.site-away.http-error', { status }));
}
