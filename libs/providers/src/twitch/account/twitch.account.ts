import { isAppError, localizedOf, UserError } from '#libs/errors';
import { message, type Message, type MessageParam, type OwnMessage } from '#libs/messages';
import {
  type AccountCheck,
  type SiteAccount,
  type SiteAccountStore,
  type SiteApp,
  type UserTokens,
} from '../../kit/account.js';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type Gql } from '../gql/gql.js';
import { AUTH_HOST } from '../urls.js';
import { type AppAccess, appRefused, isAppRefusal } from './app-access.js';
import { type AuthApi } from './auth-api.js';
import { type GrantedToken, type TokenInfo, WHO_AM_I, readWhoAmI } from './token.wire.js';
import { USER_TOKEN_LIFETIME_MS, NOT_SIGNED_IN, SIGN_IN_AGAIN, type UserAccess } from './user-access.js';

/** EventSub's `stream.online`, `stream.offline` and `channel.update` require a user token, but no scope. */
const SCOPES: readonly string[] = [];

export interface AccountPorts {
  readonly sites: SiteAddresses;
  readonly store: SiteAccountStore;
  readonly auth: AuthApi;
  readonly app: AppAccess;
  readonly user: UserAccess;
  readonly gql: Gql;
}
interface SignInRequest {
  readonly app: SiteApp;
  readonly code: string;
  readonly redirectUri: string;
}

const ok = (answer: Message): AccountCheck => ({ ok: true, message: answer });
const failed = (thrown: unknown): AccountCheck => ({ ok: false, message: localizedOf(thrown) });

/**
 * The operator's own Twitch account: the app for the API, the sign-in for events by WebSocket, and the playback token
 * of the web player.
 */
export class TwitchAccount implements SiteAccount {
  constructor(private readonly ports: AccountPorts) {}

  changed(): void {
    this.ports.app.setFault(null);
    this.ports.user.setFault(null);
  }

  fault(): Message | null {
    return this.ports.app.fault() ?? this.ports.user.fault();
  }

  async checkApp(app: SiteApp, signal: AbortSignal): Promise<AccountCheck> {
    return checked(signal, async () => {
      const grant = await this.ports.auth.grant(
        { client_id: app.clientId.trim(), client_secret: app.clientSecret.trim(), grant_type: 'client_credentials' },
        signal,
      );
      if ('refusal' in grant) throw appRefused(grant.refusal);
      await this.ports.auth.revoke(app.clientId.trim(), grant.token.accessToken, signal);
      return ok(message('account.twitch-accepts-app'));
    });
  }

  /** https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#authorization-code-grant-flow (read Feb 2026) */
  signInUrl({
    clientId,
    redirectUri,
    state,
  }: {
    readonly clientId: string;
    readonly redirectUri: string;
    readonly state: string;
  }): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
    });
    return this.ports.sites.http(AUTH_HOST, `/oauth2/authorize?${query.toString()}`);
  }

  async signIn({ app, code, redirectUri }: SignInRequest, signal: AbortSignal): Promise<UserTokens> {
    const grant = await this.ports.auth.grant(
      {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      },
      signal,
    );
    if ('refusal' in grant) throw isAppRefusal(grant.refusal) ? appRefused(grant.refusal) : signInFailed(grant.refusal);
    const info = await this.ports.auth.validate(grant.token.accessToken, signal);
    if (!info) throw signInFailed(message('site.token-does-not-hold'));
    this.ports.user.setFault(null);
    return tokensOf(grant.token, info);
  }

  async checkUser(signal: AbortSignal): Promise<AccountCheck> {
    return checked(signal, async () => {
      const info = await this.validUser(signal);
      const [user, app] = await Promise.all([this.ports.store.user(), this.ports.store.app()]);
      if (!user) throw new UserError(NOT_SIGNED_IN);
      if (app && info.clientId !== app.clientId) throw this.signedOut(message('error.signed-out.other-app'));
      const login = info.login ?? user.login;
      if (login !== user.login) await this.ports.store.saveUser({ ...user, login });
      this.ports.user.setFault(null);
      return ok(message('account.signed-twitch', { login }));
    });
  }

  async signOut({ accessToken }: UserTokens, signal: AbortSignal): Promise<void> {
    this.ports.user.setFault(null);
    try {
      const app = await this.ports.store.app();
      if (app) await this.ports.auth.revoke(app.clientId, accessToken, signal);
    } catch {
      // An unavailable site must not keep the operator signed in to Vodkeep; the token expires by itself.
    }
  }

  async checkPlayback(token: string, signal: AbortSignal): Promise<AccountCheck> {
    return checked(signal, async () => {
      if (!/^[A-Za-z0-9]+$/.test(token)) throw new UserError(message('error.playback-token.form'));
      const [result] = await this.ports.gql.run([WHO_AM_I], { authorization: `OAuth ${token}` }, signal);
      const login = readWhoAmI(result?.data ?? {});
      if (login === null) throw new UserError(message('error.playback-token.unknown'));
      return ok(message('account.twitch-knows-token', { login }));
    });
  }

  /**
   * Validates the user's token; refreshes a refused one once.
   * @throws UserError: the token is not valid; OutsideError: Twitch is unavailable
   */
  private async validUser(signal: AbortSignal): Promise<TokenInfo> {
    const { auth, user } = this.ports;
    const access = await user.get();
    const info =
      (await auth.validate(access.accessToken, signal)) ??
      (await auth.validate((await user.renew(access)).accessToken, signal));
    if (!info) throw this.signedOut(SIGN_IN_AGAIN);
    return info;
  }

  private signedOut(why: OwnMessage): UserError {
    this.ports.user.setFault(why);
    return new UserError(why);
  }
}

const signInFailed = (answer: MessageParam): UserError =>
  new UserError(
    answer === '' ? message('error.sign-in-failed') : message('error.sign-in-failed.said', { said: answer }),
  );

function tokensOf({ accessToken, refreshToken, scopes, lifeMs }: GrantedToken, info: TokenInfo): UserTokens {
  if (refreshToken === null || info.userId === null) throw signInFailed(message('site.token-not-of-user'));
  return {
    accessToken,
    refreshToken,
    scopes: scopes ?? info.scopes,
    userId: info.userId,
    login: info.login ?? info.userId,
    expiresAt: Date.now() + (lifeMs ?? info.lifeMs ?? USER_TOKEN_LIFETIME_MS),
  };
}

/**
 * Converts the fault of a check into the sentence that a test button shows.
 * @throws the reason of an abort, and every error that is not one of ours (a bug)
 */
async function checked(signal: AbortSignal, check: () => Promise<AccountCheck>): Promise<AccountCheck> {
  try {
    return await check();
  } catch (thrown) {
    signal.throwIfAborted();
    if (!isAppError(thrown)) throw thrown;
    return failed(thrown);
  }
}
