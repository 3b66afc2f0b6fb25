import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type FetchedAnswer, type FetchText, fetchText } from '../http/fetch-text.js';
import { AUTH_HOST } from '../urls.js';
import { type GrantedToken, readRefusal, readToken, readTokenInfo, type TokenInfo } from './token.wire.js';

/** A grant, or Twitch's text for refusing it. */
export type Grant = { readonly token: GrantedToken } | { readonly refusal: string };

const isRefusal = (status: number): boolean => status === 400 || status === 401 || status === 403 || status === 404;
const strange = (status: number): OutsideError => new OutsideError(message('error.site-away.sign-in', { status }));

/**
 * The calls of id.twitch.tv. Parameters go into the body, each encoded once; no parameter is ever part of a message.
 */
export class AuthApi {
  constructor(
    private readonly sites: SiteAddresses,
    private readonly fetch: FetchText = fetchText,
  ) {}

  /** @throws OutsideError: Twitch is unavailable */
  async grant(form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Grant> {
    const { status, text } = await this.post('/oauth2/token', form, signal);
    const token = status === 200 ? readToken(text) : null;
    if (token) return { token };
    if (isRefusal(status)) return { refusal: readRefusal(text) };
    throw strange(status);
  }

  /**
   * @returns null if the token is not valid (any more)
   * @throws OutsideError: Twitch is unavailable
   */
  async validate(accessToken: string, signal: AbortSignal): Promise<TokenInfo | null> {
    const { status, text } = await this.fetch(
      { url: this.sites.http(AUTH_HOST, '/oauth2/validate'), headers: { authorization: `OAuth ${accessToken}` } },
      signal,
    );
    if (status === 401) return null;
    const info = status === 200 ? readTokenInfo(text) : null;
    if (!info) throw strange(status);
    return info;
  }

  /** Throws only the signal's reason: a token that cannot be revoked expires by itself. */
  async revoke(clientId: string, accessToken: string, signal: AbortSignal): Promise<void> {
    await this.post('/oauth2/revoke', { client_id: clientId, token: accessToken }, signal).catch(() => {
      signal.throwIfAborted();
    });
  }

  private post(path: string, form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<FetchedAnswer> {
    return this.fetch(
      {
        url: this.sites.http(AUTH_HOST, path),
        body: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      signal,
    );
  }
}
