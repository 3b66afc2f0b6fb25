import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type NextFunction, type Request, type Response } from 'express';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

interface BrowserRequest {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether a browser sent this from a page of ours. `Sec-Fetch-Site` cannot be set by a page and holds through proxies
 * that change Host (w3.org/TR/fetch-metadata); where a browser does not send it (plain http on a LAN), Origin must name
 * the Host that was asked. Programs send neither.
 */
export function isSameOrigin({ origin, fetchSite, host }: BrowserRequest): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined) return true;
  return (
    URL.canParse(origin) &&
    host !== undefined &&
    new URL(origin).host.toLowerCase() === withoutDefaultPort(origin, host.toLowerCase())
  );
}

/** Origins leave out the default port, Host headers of proxies sometimes do not. */
const withoutDefaultPort = (origin: string, host: string): string =>
  host.replace(origin.startsWith('https:') ? /:443$/ : /:80$/, '');

/** Refuses calls that change something and come from a page of another site. @throws UserError `other-origin` */
export function refuseOtherOrigins(req: Request, _res: Response, next: NextFunction): void {
  next(SAFE.has(req.method) || isFromHere(req, req.get('origin')) ? undefined : otherOrigin());
}

/**
 * The same for a GET that changes something. A picture of another page sends no Origin, so where it was referred from
 * counts too.
 * @throws UserError `other-origin` (403)
 */
export function refuseCrossOrigin(req: Request): void {
  if (!isFromHere(req, req.get('origin') ?? req.get('referer'))) throw otherOrigin();
}

const isFromHere = (req: Request, origin: string | undefined): boolean =>
  isSameOrigin({ origin, fetchSite: req.get('sec-fetch-site'), host: hostOf(req) });

const otherOrigin = (): UserError => new UserError(message('error.other-origin'), { status: 403 });

/** `req.host` follows X-Forwarded-Host only from a proxy that is trusted. */
const hostOf = (req: Request): string | undefined => (req as { readonly host?: string }).host ?? req.headers.host;
