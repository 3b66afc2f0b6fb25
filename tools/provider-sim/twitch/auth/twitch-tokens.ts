import { randomBytes } from 'node:crypto';

/** The one application that the simulated Twitch knows, and the user who says yes to it on the consent page. */
export const SIM_TWITCH_APP = {
  clientId: 'simclient0123456789abcdefghijk',
  clientSecret: 'simsecret0123456789abcdefghijk',
  user: { id: '90000001', login: 'vodkeep_operator', displayName: 'Vodkeep_Operator' },
} as const;

export interface TwitchToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** null: the token is the application's own. */
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly lifeS: number;
  readonly expiresAt: number;
}

/** All tokens and authorization codes given out. A token that was revoked or has expired is not found. */
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

  /** Has the user ever said yes to the application? */
  isAuthorisedBy(userId: string): boolean {
    return this.authorisedBy.has(userId);
  }

  /** The refresh token stays the same, as Twitch's do; the old access token is good until it expires. */
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

  /** All access tokens end; refresh tokens are still good when not said otherwise. */
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

  /** A code is good once, for the address it was sent to. */
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
