import { type Message } from '#libs/messages';

/** The app that the operator made at the site. */
export interface SiteApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A signed-in user at the site. `expiresAt` in ms since the Unix epoch. */
export interface UserTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
  readonly userId: string;
  readonly login: string;
  readonly expiresAt: number;
}

/**
 * What the operator gave us for a site, kept sealed by api. A process that has none (a recorder) passes {@link
 * NO_ACCOUNT}.
 */
export interface SiteAccountStore {
  app(): Promise<SiteApp | null>;
  user(): Promise<UserTokens | null>;
  /** Tokens are renewed by use; null forgets them. */
  keepUser(tokens: UserTokens | null): Promise<void>;
}
export const NO_ACCOUNT: SiteAccountStore = {
  app: () => Promise.resolve(null),
  user: () => Promise.resolve(null),
  keepUser: () => Promise.resolve(),
};

/** What a test button shows: one sentence, and where it failed what to do. */
export interface AccountCheck {
  readonly ok: boolean;
  readonly message: Message;
}

/** How the operator's own account at a site is set up and tested. */
export interface SiteAccount {
  /** Asks for an app token. `app` is what stands in the form, saved or not. */
  checkApp(app: SiteApp, signal: AbortSignal): Promise<AccountCheck>;
  /** Where the browser goes to sign in. @param state comes back unchanged */
  signInUrl(query: { readonly clientId: string; readonly redirectUri: string; readonly state: string }): string;
  /** Trades the code of the callback for tokens. @throws UserError with what to do */
  signIn(
    query: { readonly app: SiteApp; readonly code: string; readonly redirectUri: string },
    signal: AbortSignal,
  ): Promise<UserTokens>;
  /** Whether the signed-in user's tokens still hold; renews them once where they ran out. */
  checkUser(signal: AbortSignal): Promise<AccountCheck>;
  /** Gives the tokens back to the site. Never throws: a site that is away must not keep the operator signed in here. */
  signOut(tokens: UserTokens, signal: AbortSignal): Promise<void>;
  /** Tries the operator's own playback token. */
  checkPlayback(token: string, signal: AbortSignal): Promise<AccountCheck>;
  /** What was given is another now: what is known of the old one counts no more. */
  changed(): void;
  /** What is wrong with the account right now, as the dashboard shows it with its remedy; null: nothing known. */
  fault(): Message | null;
}
