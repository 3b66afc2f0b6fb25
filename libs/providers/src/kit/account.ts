import { type Message } from '#libs/messages';

/** The app that the operator registered at the site. */
export interface SiteApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The tokens of a signed-in user. `expiresAt` in ms since the Unix epoch. */
export interface UserTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
  readonly userId: string;
  readonly login: string;
  readonly expiresAt: number;
}

/**
 * The operator's account data for a site, which the API stores encrypted. A process without account data (a recorder)
 * passes {@link NO_ACCOUNT}.
 */
export interface SiteAccountStore {
  app(): Promise<SiteApp | null>;
  user(): Promise<UserTokens | null>;
  /** Stores the tokens, which change when they are refreshed; null deletes them. */
  saveUser(tokens: UserTokens | null): Promise<void>;
}
export const NO_ACCOUNT: SiteAccountStore = {
  app: () => Promise.resolve(null),
  user: () => Promise.resolve(null),
  saveUser: () => Promise.resolve(),
};

/** The result of a test button: one sentence, and the remedy if it failed. */
export interface AccountCheck {
  readonly ok: boolean;
  readonly message: Message;
}

/** Sets up and tests the operator's own account at a site. */
export interface SiteAccount {
  /** Requests an app token. `app` contains the values of the form, saved or not. */
  checkApp(app: SiteApp, signal: AbortSignal): Promise<AccountCheck>;
  /**
   * The address of the site's sign-in page for the browser.
   * @param query.state returned unchanged in the callback
   */
  signInUrl(query: { readonly clientId: string; readonly redirectUri: string; readonly state: string }): string;
  /**
   * Exchanges the code of the callback for tokens.
   * @throws UserError with the remedy
   */
  signIn(
    query: { readonly app: SiteApp; readonly code: string; readonly redirectUri: string },
    signal: AbortSignal,
  ): Promise<UserTokens>;
  /** Checks whether the signed-in user's tokens are valid; refreshes them once if they have expired. */
  checkUser(signal: AbortSignal): Promise<AccountCheck>;
  /**
   * Revokes the tokens at the site. Never throws: an unavailable site must not keep the operator signed in to Vodkeep.
   */
  signOut(tokens: UserTokens, signal: AbortSignal): Promise<void>;
  /** Tests the operator's own playback token. */
  checkPlayback(token: string, signal: AbortSignal): Promise<AccountCheck>;
  /** Call this when the account data changes: known faults of the old data no longer apply. */
  changed(): void;
  /** The current fault of the account, as the dashboard shows it with its remedy; null: no known fault. */
  fault(): Message | null;
}
