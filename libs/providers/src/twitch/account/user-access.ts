import { UserError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type SiteAccountStore, type SiteApp, type UserTokens } from '../../kit/account.js';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { type Access, type AccessSource } from './access.js';
import { appRefused, isAppRefusal, NO_APP } from './app-access.js';
import { type AuthApi } from './auth-api.js';

/** A token is not used in its last minute, so that it outlives the call. */
const EXPIRY_MARGIN_MS = 60_000;
/** Assumed lifetime of a user token if Twitch does not report it. */
export const USER_TOKEN_LIFETIME_MS = 4 * 3_600_000;
const GRANT_TIMEOUT_MS = 10_000;

/** Fault of a user whose sign-in Twitch no longer accepts. */
export const SIGN_IN_AGAIN = message('error.signed-out');
/** Fault of calls that need a user while none is signed in. */
export const NOT_SIGNED_IN = message('error.not-signed-in');

/**
 * The access of the signed-in user. It refreshes the tokens when they have expired or were refused, by one request at a
 * time, and stores the new ones.
 */
export class UserAccess implements AccessSource {
  private pendingRefresh: Promise<UserTokens> | null = null;
  /** A token that Twitch refused permanently; it is not sent again. */
  private deadRefreshToken: string | null = null;
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
    const { app, user } = await this.signedIn();
    return accessOf(app, user.expiresAt - EXPIRY_MARGIN_MS > this.clock.now() ? user : await this.refresh(app, user));
  }

  async renew(old: Access): Promise<Access> {
    const { app, user } = await this.signedIn();
    return accessOf(app, user.accessToken !== old.accessToken ? user : await this.refresh(app, user));
  }

  private async signedIn(): Promise<{ app: SiteApp; user: UserTokens }> {
    const [app, user] = await Promise.all([this.store.app(), this.store.user()]);
    if (!user) {
      this.setFault(null);
      throw new UserError(NOT_SIGNED_IN);
    }
    if (!app) throw new UserError(NO_APP);
    return { app, user };
  }

  private async refresh(app: SiteApp, user: UserTokens): Promise<UserTokens> {
    if (user.refreshToken === this.deadRefreshToken) throw new UserError(SIGN_IN_AGAIN);
    this.pendingRefresh ??= this.grant(app, user).finally(() => {
      this.pendingRefresh = null;
    });
    return this.pendingRefresh;
  }

  private async grant(app: SiteApp, user: UserTokens): Promise<UserTokens> {
    const grant = await this.auth.grant(
      {
        grant_type: 'refresh_token',
        refresh_token: user.refreshToken,
        client_id: app.clientId,
        client_secret: app.clientSecret,
      },
      AbortSignal.timeout(GRANT_TIMEOUT_MS),
    );
    if ('refusal' in grant) {
      // The app is at fault, not the sign-in, which is valid again once the secret is correct.
      if (isAppRefusal(grant.refusal)) throw appRefused(grant.refusal);
      this.deadRefreshToken = user.refreshToken;
      this.setFault(SIGN_IN_AGAIN);
      throw new UserError(SIGN_IN_AGAIN);
    }
    const { accessToken, refreshToken, scopes, lifeMs } = grant.token;
    const renewed = {
      ...user,
      accessToken,
      refreshToken: refreshToken ?? user.refreshToken,
      scopes: scopes ?? user.scopes,
      expiresAt: this.clock.now() + (lifeMs ?? USER_TOKEN_LIFETIME_MS),
    };
    // If the operator signed out or in as another user in the meantime, that remains in effect.
    if ((await this.store.user())?.refreshToken === user.refreshToken) await this.store.saveUser(renewed);
    this.setFault(null);
    return renewed;
  }
}

const accessOf = (app: SiteApp, user: UserTokens): Access => ({
  clientId: app.clientId,
  accessToken: user.accessToken,
});
