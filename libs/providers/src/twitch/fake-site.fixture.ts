import { type SiteAccountStore, type SiteApp, type UserTokens } from '../kit/account.js';
import { type Clock } from './clock.js';
import { type FetchRequest, type FetchedAnswer, type FetchText } from './http/fetch-text.js';

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A site without sockets: it records the requests and returns what `reply` gives. */
export function fakeSite(reply: (request: FetchRequest, nth: number) => Reply | Promise<Reply>): {
  readonly fetch: FetchText;
  readonly requests: FetchRequest[];
} {
  const requests: FetchRequest[] = [];
  const fetch: FetchText = async (request, signal): Promise<FetchedAnswer> => {
    signal.throwIfAborted();
    const { status = 200, body = {}, headers = {} } = await reply(request, requests.push(request));
    return { status, text: typeof body === 'string' ? body : JSON.stringify(body), headers };
  };
  return { fetch, requests };
}

/** A clock that advances only by waiting. */
export function fakeClock(now = Date.UTC(2026, 0, 1)): Clock & { readonly waits: number[]; pass(ms: number): void } {
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    pause: (ms, signal) => {
      signal.throwIfAborted();
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

export const APP: SiteApp = { clientId: 'client0', clientSecret: 'secret0' };

/** The account data that the API stores. */
export class FakeStore implements SiteAccountStore {
  saved: UserTokens[] = [];
  constructor(public held: { app: SiteApp | null; user: UserTokens | null } = { app: APP, user: null }) {}
  app(): Promise<SiteApp | null> {
    return Promise.resolve(this.held.app);
  }
  user(): Promise<UserTokens | null> {
    return Promise.resolve(this.held.user);
  }
  saveUser(tokens: UserTokens | null): Promise<void> {
    this.held.user = tokens;
    if (tokens) this.saved.push(tokens);
    return Promise.resolve();
  }
}
