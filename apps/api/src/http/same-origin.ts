import { SCRIPT_HEADER } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type NextFunction, type Request, type Response } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface BrowserRequest {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether a browser sent this request from a page of this installation. A page cannot set `Sec-Fetch-Site`, and the
 * header is correct behind proxies that change Host (w3.org/TR/fetch-metadata). If a browser does not send it (plain
 * http on a LAN), Origin must match the requested Host. Programs send neither header.
 */
export function isSameOrigin({ origin, fetchSite, host }: BrowserRequest): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  return origin === undefined || isOfHost(origin, host);
}

const isOfHost = (url: string, host: string | undefined): boolean =>
  URL.canParse(url) &&
  host !== undefined &&
  new URL(url).host.toLowerCase() === withoutDefaultPort(url, host.toLowerCase());

/** Origins omit the default port. Host headers of proxies may contain it. */
const withoutDefaultPort = (origin: string, host: string): string =>
  host.replace(origin.startsWith('https:') ? /:443$/ : /:80$/, '');

/**
 * Refuses changing requests from a page of another site.
 * @throws UserError `other-origin`
 */
export function refuseOtherOrigins(req: Request, _res: Response, next: NextFunction): void {
  next(SAFE_METHODS.has(req.method) || isFromHere(req, req.get('origin')) ? undefined : otherOrigin());
}

/**
 * What a script or a link of a page asks for (w3.org/TR/fetch-metadata, `Sec-Fetch-Dest`). A picture or a video of the
 * page may have an address that a stranger chose.
 */
const ASKED_ON_PURPOSE = new Set([undefined, 'empty', 'document']);

interface PageSigns {
  readonly fetchSite: string | undefined;
  readonly fetchDest: string | undefined;
  /** Origin, or Referer: an image and a link send no Origin. */
  readonly from: string | undefined;
  readonly host: string | undefined;
  /** Whether it has a header that a page of another site cannot send. */
  readonly hasScriptHeader: boolean;
  /** The public address of the installation; '' if none is set. */
  readonly publicAddress: string;
}

/**
 * Whether a GET has a positive sign that a page of this installation, or a script on purpose, sent it. Without such a
 * sign, it may come from a link in a mail, from another program's playlist, or from an old browser on another site.
 */
export function isOwnPage({ fetchSite, fetchDest, from, host, hasScriptHeader, publicAddress }: PageSigns): boolean {
  if (hasScriptHeader) return true;
  if (!ASKED_ON_PURPOSE.has(fetchDest)) return false;
  if (fetchSite === 'same-origin') return true;
  if (from === undefined || !URL.canParse(from)) return false;
  if (URL.canParse(publicAddress) && new URL(from).origin === new URL(publicAddress).origin) return true;
  return fetchSite === undefined && isOfHost(from, host);
}

/** v0's page sends this header with each call. */
const LANGUAGE_HEADER = 'x-language';

/**
 * Refuses a GET that changes something unless a page of Vodkeep or a script sent it, see {@link isOwnPage}.
 * @throws UserError `other-origin` (403)
 */
export function requireOwnPage(req: Request, publicAddress: string): void {
  const from = req.get('origin') ?? req.get('referer');
  const isOwn = isOwnPage({
    fetchSite: req.get('sec-fetch-site'),
    fetchDest: req.get('sec-fetch-dest'),
    from,
    host: hostOf(req),
    hasScriptHeader: [SCRIPT_HEADER, LANGUAGE_HEADER].some((name) => req.headers[name] !== undefined),
    publicAddress,
  });
  if (isOwn) return;
  throw isFromHere(req, from)
    ? new UserError(message('error.other-origin.no-sign', { header: `${SCRIPT_HEADER}: 1` }), { status: 403 })
    : otherOrigin();
}

const isFromHere = (req: Request, origin: string | undefined): boolean =>
  isSameOrigin({ origin, fetchSite: req.get('sec-fetch-site'), host: hostOf(req) });

const otherOrigin = (): UserError => new UserError(message('error.other-origin'), { status: 403 });

/** `req.host` uses X-Forwarded-Host only from a trusted proxy. */
const hostOf = (req: Request): string | undefined => (req as { readonly host?: string }).host ?? req.headers.host;
