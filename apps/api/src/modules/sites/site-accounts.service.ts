import { type SiteAccountView, type View } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type AccountCheck, type Provider, type SiteAccount, type SiteApp } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { PushStatus } from '../push/push-status.js';
import { AccountVault } from '../../sites/account-vault.js';
import { Sites } from '../../sites/sites.js';

const SITE_TIMEOUT_MS = 15_000;
const signal = (): AbortSignal => AbortSignal.timeout(SITE_TIMEOUT_MS);

interface AppForm {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** The operator's accounts at the sites. They are stored sealed, tested on request, and never returned. */
@Injectable()
export class SiteAccounts {
  constructor(
    private readonly sites: Sites,
    private readonly vault: AccountVault,
    private readonly push: PushStatus,
  ) {}

  list(redirectUri: (kind: string) => string): Promise<View<typeof SiteAccountView>[]> {
    return Promise.all(
      this.sites
        .all()
        .filter((p) => p.account !== null)
        .map((p) => this.view(p.kind, redirectUri(p.kind))),
    );
  }

  async view(kind: string, redirectUri: string): Promise<View<typeof SiteAccountView>> {
    const { provider, account } = this.accountOf(kind);
    const [app, user, playback, push] = await Promise.all([
      this.vault.app(kind),
      this.vault.user(kind),
      this.vault.playback(kind),
      this.push.of(provider),
    ]);
    return {
      kind,
      client_id: app?.clientId ?? null,
      has_secret: app !== null,
      has_playback_token: playback !== null,
      redirect_uri: redirectUri,
      fault: account.fault(),
      push,
      user: user && {
        login: user.login,
        user_id: user.userId,
        scopes: [...user.scopes],
        expires_at: new Date(user.expiresAt).toISOString(),
      },
    };
  }

  /**
   * Saves the app. Another client id signs the user out, because a token belongs to the app that requested it.
   * @throws UserError `invalid-input`: no client secret is known
   */
  async saveApp(kind: string, form: AppForm): Promise<void> {
    const { account } = this.accountOf(kind);
    const before = await this.vault.app(kind);
    const app = await this.appOf(kind, form);
    if (!app) throw secretMissing();
    // Signs out first: the site revokes a token only for the app that requested it.
    if (before !== null && before.clientId !== app.clientId) await this.signOut(kind);
    await this.vault.saveApp(kind, app);
    account.changed();
  }

  async dropApp(kind: string): Promise<void> {
    await this.signOut(kind);
    await this.vault.saveApp(kind, null);
  }

  async testApp(kind: string, form: AppForm = {}): Promise<AccountCheck> {
    const { account } = this.accountOf(kind);
    const app = await this.appOf(kind, form);
    return app ? account.checkApp(app, signal()) : { ok: false, message: message('account.no-app-given') };
  }

  /** @throws UserError `no-app` */
  async signInUrl(
    kind: string,
    { redirectUri, state }: { readonly redirectUri: string; readonly state: string },
  ): Promise<string> {
    const { account } = this.accountOf(kind);
    return account.signInUrl({ clientId: (await this.storedApp(kind)).clientId, redirectUri, state });
  }

  /** @throws UserError with instructions for the operator */
  async signIn(
    kind: string,
    { code, redirectUri }: { readonly code: string; readonly redirectUri: string },
  ): Promise<void> {
    const { account } = this.accountOf(kind);
    await this.vault.saveUser(
      kind,
      await account.signIn({ app: await this.storedApp(kind), code, redirectUri }, signal()),
    );
    account.changed();
  }

  async signOut(kind: string): Promise<void> {
    const { account } = this.accountOf(kind);
    const user = await this.vault.user(kind);
    await this.vault.saveUser(kind, null);
    account.changed();
    if (user) await account.signOut(user, signal());
  }

  testUser(kind: string): Promise<AccountCheck> {
    return this.accountOf(kind).account.checkUser(signal());
  }

  async savePlayback(kind: string, token: string | null): Promise<void> {
    this.accountOf(kind);
    await this.vault.savePlayback(kind, token);
  }

  async testPlayback(kind: string, token: string | undefined): Promise<AccountCheck> {
    const { account } = this.accountOf(kind);
    const tried = token ?? (await this.vault.playback(kind));
    return tried === null
      ? { ok: false, message: message('account.no-token-given') }
      : account.checkPlayback(tried, signal());
  }

  private async appOf(kind: string, form: AppForm): Promise<SiteApp | null> {
    const stored = await this.vault.app(kind);
    const clientId = form.client_id ?? stored?.clientId;
    // The stored secret belongs to the stored client id; another id needs its own secret.
    const clientSecret = form.client_secret ?? (stored?.clientId === clientId ? stored?.clientSecret : undefined);
    return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
  }

  private async storedApp(kind: string): Promise<SiteApp> {
    const app = await this.vault.app(kind);
    if (!app) throw new UserError(message('error.no-app'));
    return app;
  }

  /** @throws UserError `no-account` (404) */
  private accountOf(kind: string): { readonly provider: Provider; readonly account: SiteAccount } {
    const provider = this.sites.all().find((p) => p.kind === kind);
    if (!provider?.account) throw new UserError(message('error.no-account', { kind }), { status: 404 });
    return { provider, account: provider.account };
  }
}

const secretMissing = () =>
  new UserError(message('error.invalid-input.client-secret'), {
    fields: [{ path: 'client_secret', message: message('field.required') }],
  });
