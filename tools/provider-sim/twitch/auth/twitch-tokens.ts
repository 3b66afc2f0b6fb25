import { randomBytes } from 'node:crypto';

/** The only application that the simulated Twitch knows, and the user who gives consent on the consent page. */
export const SIM_TWITCH_APP = {
  clientId: 'simclient0123456789abcdefghijk',
  clientSecret: 'simsecret0123456789abcdefghijk',
  user: { id: '90000001', login: 'vodkeep_operator', displayName: 'Vodkeep_Operator' },
} as const;

export interface TwitchToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** null: an app access token */
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly lifeS: number;
  readonly expiresAt: number;
}

/** All issued tokens and authorization codes. Revoked and expired tokens are not found. */
export class TwitchTokens {
  private readonly byAccess = new Map<string, TwitchToken>();
  private readonly byRefresh = new Map<string, TwitchToken>();
  private readonly authorisedBy = new Set<string>();
  private readonly codes = new Map<
    string,
    { readonly userId: string; readonly scopes: readonly string[]; readonly redirectUri: string }
  >();

  constructor(
    private readonly lifeS: { readonly app: number; readonly user: number },
    private readonly now: () => number = Date.now,
  ) {}

  issueApp(scopes: readonly string[]): TwitchToken {
    return this.keep(null, scopes);
  }

  issueUser(userId: string, scopes: readonly string[]): TwitchToken {
    return this.keep(userId, scopes);
  }

  find(accessToken: string): TwitchToken | undefined {
    const token = this.byAccess.get(accessToken);
    return token && this.now() < token.expiresAt ? token : undefined;
  }

  /** Whether the user has ever given consent to the application. */
  isAuthorisedBy(userId: string): boolean {
    return this.authorisedBy.has(userId);
  }

  /**
   * Issues a new access token. The refresh token stays the same, as on Twitch; the old access token is valid until it
   * expires.
   */
  refresh(refreshToken: string): TwitchToken | undefined {
    const old = this.byRefresh.get(refreshToken);
    return old?.userId === undefined || old.userId === null
      ? undefined
      : this.keep(old.userId, old.scopes, refreshToken);
  }

  revoke(accessToken: string): boolean {
    const token = this.byAccess.get(accessToken);
    this.byAccess.delete(accessToken);
    if (token?.refreshToken) this.byRefresh.delete(token.refreshToken);
    return token !== undefined;
  }

  /** Revokes all access tokens. Refresh tokens remain valid unless `withRefresh` is set. */
  revokeAll({ withRefresh = false }: { readonly withRefresh?: boolean } = {}): void {
    this.byAccess.clear();
    if (withRefresh) this.byRefresh.clear();
  }

  giveCode(grant: {
    readonly userId: string;
    readonly scopes: readonly string[];
    readonly redirectUri: string;
  }): string {
    const code = randomBytes(15).toString('hex');
    this.codes.set(code, grant);
    return code;
  }

  /** Exchanges a code for a token. A code is valid once, for the redirect address that it was issued to. */
  takeCode(code: string, redirectUri: string): TwitchToken | undefined {
    const grant = this.codes.get(code);
    this.codes.delete(code);
    return grant?.redirectUri === redirectUri ? this.keep(grant.userId, grant.scopes) : undefined;
  }

  private keep(
    userId: string | null,
    scopes: readonly string[],
    refreshToken = userId === null ? null : randomBytes(25).toString('hex'),
  ): TwitchToken {
    const lifeS = userId === null ? this.lifeS.app : this.lifeS.user;
    const token: TwitchToken = {
      accessToken: randomBytes(15).toString('hex'),
      refreshToken,
      userId,
      scopes,
      lifeS,
      expiresAt: this.now() + lifeS * 1000,
    };
    if (userId !== null) this.authorisedBy.add(userId);
    this.byAccess.set(token.accessToken, token);
    if (refreshToken !== null) this.byRefresh.set(refreshToken, token);
    return token;
  }
}
