import { localizedOf, UserError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type SiteAccountStore, type SiteApp } from '../../kit/account.js';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { type Access, type AccessSource } from './access.js';
import { type AuthApi } from './auth-api.js';

/** A token is not used in its last minutes, so that it outlives the call. */
const EXPIRY_MARGIN_MS = 5 * 60_000;
/** App tokens last about 58 days; a token without a reported lifetime is renewed daily. */
const DEFAULT_LIFETIME_MS = 24 * 3_600_000;
/** A refused app is not retried for this long: otherwise every poll would be a failed sign-in. */
const REFUSED_FOR_MS = 60_000;
const GRANT_TIMEOUT_MS = 10_000;

/** Fault of every call without an app. */
export const NO_APP = message('error.no-site-app');

interface AppToken {
  readonly app: SiteApp;
  readonly accessToken: string;
  readonly until: number;
}
interface Refused {
  readonly app: SiteApp;
  readonly error: UserError;
  readonly until: number;
}

const isSame = (a: SiteApp, b: SiteApp): boolean => a.clientId === b.clientId && a.clientSecret === b.clientSecret;

/**
 * Whether Twitch refuses the app (`invalid client`, `invalid client secret`) and not the user's code or token.
 * @param answer Twitch's own text
 */
export const isAppRefusal = (answer: string): boolean => /client/i.test(answer);

/**
 * The error with the remedy for an app that Twitch refuses.
 * @param answer Twitch's own text
 */
export function appRefused(answer: string): UserError {
  if (/secret/i.test(answer)) return new UserError(message('error.site-app.secret'));
  if (isAppRefusal(answer)) return new UserError(message('error.site-app.client-id'));
  return new UserError(answer === '' ? message('error.site-app') : message('error.site-app.said', { said: answer }));
}

/**
 * The token of the operator's app (client credentials). It is requested when first needed, by one caller at a time, and
 * reused until shortly before it expires.
 */
export class AppAccess implements AccessSource {
  private token: AppToken | null = null;
  private refused: Refused | null = null;
  private pendingRequest: { readonly app: SiteApp; readonly token: Promise<AppToken> } | null = null;
  private shownFault: Message | null = null;

  constructor(
    private readonly store: SiteAccountStore,
    private readonly auth: AuthApi,
    private readonly clock: Clock = SYSTEM_CLOCK,
  ) {}

  fault(): Message | null {
    return this.shownFault;
  }
  setFault(fault: Message | null): void {
    this.shownFault = fault;
  }

  async get(): Promise<Access> {
    const app = await this.app();
    const held = this.token;
    return held && isSame(held.app, app) && this.clock.now() < held.until ? accessOf(held) : this.fresh(app);
  }

  async renew(old: Access): Promise<Access> {
    const app = await this.app();
    const held = this.token;
    return held && isSame(held.app, app) && held.accessToken !== old.accessToken ? accessOf(held) : this.fresh(app);
  }

  private async app(): Promise<SiteApp> {
    const app = await this.store.app();
    if (app) return app;
    this.setFault(NO_APP);
    throw new UserError(NO_APP);
  }

  private async fresh(app: SiteApp): Promise<Access> {
    const { refused } = this;
    if (refused && isSame(refused.app, app) && this.clock.now() < refused.until) throw refused.error;
    if (!this.pendingRequest || !isSame(this.pendingRequest.app, app)) {
      const request = {
        app,
        token: this.grant(app).finally(() => {
          if (this.pendingRequest === request) this.pendingRequest = null;
        }),
      };
      this.pendingRequest = request;
    }
    return accessOf(await this.pendingRequest.token);
  }

  private async grant(app: SiteApp): Promise<AppToken> {
    const grant = await this.auth.grant(
      { client_id: app.clientId, client_secret: app.clientSecret, grant_type: 'client_credentials' },
      AbortSignal.timeout(GRANT_TIMEOUT_MS),
    );
    if ('refusal' in grant) {
      const error = appRefused(grant.refusal);
      this.token = null;
      this.refused = { app, error, until: this.clock.now() + REFUSED_FOR_MS };
      this.setFault(localizedOf(error));
      throw error;
    }
    this.setFault(null);
    this.token = {
      app,
      accessToken: grant.token.accessToken,
      until: this.clock.now() + (grant.token.lifeMs ?? DEFAULT_LIFETIME_MS) - EXPIRY_MARGIN_MS,
    };
    return this.token;
  }
}

const accessOf = ({ app, accessToken }: AppToken): Access => ({ clientId: app.clientId, accessToken });
