import {
  deleteSiteApp,
  deleteSitePlayback,
  listSites,
  pathOf,
  putSiteApp,
  putSitePlayback,
  siteCallback,
  type SignInFault,
  signIntoSite,
  signOutOfSite,
  type SiteAccountView,
  testSiteApp,
  testSitePlayback,
  testSiteUser,
  V0_SIGN_IN_KIND,
  v0SignIn,
  v0SignInState,
  type View,
} from '#libs/contracts';
import { isAppError, messageOf, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller, Logger, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { HttpConfig } from '../../platform/http-config.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { isHttps } from '../../http/is-https.js';
import { Settings } from '../../settings/settings.service.js';
import { callerOf } from '../auth/caller.js';
import { SignInState } from './sign-in-state.js';
import { SiteAccounts } from './site-accounts.service.js';

/** Page to which the browser is redirected. */
const SETTINGS_PAGE = '/settings/sites';

const sessionOfCaller = (req: Request): string | null => callerOf(req)?.session ?? null;

/** Account routes. They accept secrets and never return them. */
@Controller()
export class SitesController {
  private readonly log = new Logger('sites');
  constructor(
    private readonly accounts: SiteAccounts,
    private readonly state: SignInState,
    private readonly settings: Settings,
    private readonly config: HttpConfig,
    private readonly notifier: UiNotifier,
  ) {}

  @Implements(listSites)
  async list(
    @ValidatedInput(listSites) _: Input<typeof listSites>,
    @Req() req: Request,
  ): Promise<Result<typeof listSites>> {
    return { data: await this.accounts.list((kind) => this.redirectUri(kind, req)) };
  }

  @Implements(putSiteApp)
  async putApp(
    @ValidatedInput(putSiteApp) { params, body }: Input<typeof putSiteApp>,
    @Req() req: Request,
  ): Promise<Result<typeof putSiteApp>> {
    await this.accounts.saveApp(params.kind, body);
    return { data: await this.notifyChanged(params.kind, req), message: message('answer.app-saved') };
  }

  @Implements(deleteSiteApp)
  async dropApp(
    @ValidatedInput(deleteSiteApp) { params }: Input<typeof deleteSiteApp>,
    @Req() req: Request,
  ): Promise<Result<typeof deleteSiteApp>> {
    await this.accounts.dropApp(params.kind);
    return { data: await this.notifyChanged(params.kind, req), message: message('answer.app-forgotten') };
  }

  @Implements(testSiteApp)
  async testApp(
    @ValidatedInput(testSiteApp) { params, body }: Input<typeof testSiteApp>,
  ): Promise<Result<typeof testSiteApp>> {
    return { data: await this.accounts.testApp(params.kind, body) };
  }

  @Implements(signIntoSite)
  async signIn(
    @ValidatedInput(signIntoSite) { params }: Input<typeof signIntoSite>,
    @Req() req: Request,
  ): Promise<Result<typeof signIntoSite>> {
    return { data: { url: await this.signInUrl(params.kind, req) } };
  }

  @Implements(v0SignIn)
  async v0SignIn(
    @ValidatedInput(v0SignIn) { query }: Input<typeof v0SignIn>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const url = await this.signInUrl(V0_SIGN_IN_KIND, req);
    if (query.rawurl === undefined) res.redirect(302, url);
    else res.json({ status: 'OK', data: url });
  }

  @Implements(v0SignInState)
  async v0State(
    @ValidatedInput(v0SignInState) _: Input<typeof v0SignInState>,
    @Req() req: Request,
  ): Promise<Result<typeof v0SignInState>> {
    const { user } = await this.accounts.view(V0_SIGN_IN_KIND, this.redirectUri(V0_SIGN_IN_KIND, req));
    if (!user) throw new UserError(message('error.nobody-signed-in'));
    return { message: message('answer.signed-until', { login: user.login, until: user.expires_at }) };
  }

  @Implements(siteCallback)
  async callback(
    @ValidatedInput(siteCallback) { params, query }: Input<typeof siteCallback>,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const fault = await this.finishSignIn(params.kind, query, sessionOfCaller(req)).catch((thrown: unknown) => {
      this.log.warn(`sign-in at ${params.kind} failed: ${messageOf(thrown)}`);
      return isAppError(thrown) && thrown.code === 'sign-in-failed' ? 'not-accepted' : 'failed';
    });
    if (fault === null) await this.notifyChanged(params.kind, req);
    const reply = fault === null ? `signed_in=${encodeURIComponent(params.kind)}` : `sign_in_error=${fault}`;
    res.redirect(302, `${this.config.basepath}${SETTINGS_PAGE}?${reply}`);
  }

  @Implements(signOutOfSite)
  async signOut(
    @ValidatedInput(signOutOfSite) { params }: Input<typeof signOutOfSite>,
    @Req() req: Request,
  ): Promise<Result<typeof signOutOfSite>> {
    await this.accounts.signOut(params.kind);
    return { data: await this.notifyChanged(params.kind, req), message: message('answer.signed-out') };
  }

  @Implements(testSiteUser)
  async testUser(
    @ValidatedInput(testSiteUser) { params }: Input<typeof testSiteUser>,
  ): Promise<Result<typeof testSiteUser>> {
    return { data: await this.accounts.testUser(params.kind) };
  }

  @Implements(putSitePlayback)
  async putPlayback(
    @ValidatedInput(putSitePlayback) { params, body }: Input<typeof putSitePlayback>,
    @Req() req: Request,
  ): Promise<Result<typeof putSitePlayback>> {
    await this.accounts.savePlayback(params.kind, body.token);
    return { data: await this.notifyChanged(params.kind, req), message: message('answer.playback-token-saved') };
  }

  @Implements(deleteSitePlayback)
  async dropPlayback(
    @ValidatedInput(deleteSitePlayback) { params }: Input<typeof deleteSitePlayback>,
    @Req() req: Request,
  ): Promise<Result<typeof deleteSitePlayback>> {
    await this.accounts.savePlayback(params.kind, null);
    return { data: await this.notifyChanged(params.kind, req), message: message('answer.playback-token-forgotten') };
  }

  @Implements(testSitePlayback)
  async testPlayback(
    @ValidatedInput(testSitePlayback) { params, body }: Input<typeof testSitePlayback>,
  ): Promise<Result<typeof testSitePlayback>> {
    return { data: await this.accounts.testPlayback(params.kind, body?.token) };
  }

  private signInUrl(kind: string, req: Request): Promise<string> {
    const redirectUri = this.redirectUri(kind, req);
    return this.accounts.signInUrl(kind, {
      redirectUri,
      state: this.state.make(kind, { redirectUri, session: sessionOfCaller(req) }),
    });
  }

  /** @returns what went wrong; null if the user is signed in */
  private async finishSignIn(
    kind: string,
    { code, state, error, error_description }: Input<typeof siteCallback>['query'],
    session: string | null,
  ): Promise<SignInFault | null> {
    // Before anything else of the address counts: anybody may write a link to here.
    const known = await this.state.take(kind, state ?? '', session);
    if (!known) return 'unknown';
    if (error === 'access_denied') return 'denied';
    if (error !== undefined) {
      this.log.warn(`${kind} refused a sign-in: ${JSON.stringify(error_description ?? error)}`);
      return 'refused';
    }
    if (code === undefined) return 'unknown';
    await this.accounts.signIn(kind, { code, redirectUri: known.redirectUri });
    return null;
  }

  /**
   * Notifies all pages of the new state, and triggers a check of everything that depends on the account (push
   * subscriptions).
   */
  private async notifyChanged(kind: string, req: Request): Promise<View<typeof SiteAccountView>> {
    this.notifier.notify('settings', `site:${kind}`);
    return this.accounts.view(kind, this.redirectUri(kind, req));
  }

  /** Below the public address if one is set: sites compare the redirect URI exactly with the registered one. */
  private redirectUri(kind: string, req: Request): string {
    const origin = `${isHttps(req) ? 'https' : 'http'}://${req.host}`;
    return `${this.settings.get('app_url') || `${origin}${this.config.basepath}`}${pathOf(siteCallback, { kind })}`;
  }
}
