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
  if (origin === undefined) return true;
  return (
    URL.canParse(origin) &&
    host !== undefined &&
    new URL(origin).host.toLowerCase() === withoutDefaultPort(origin, host.toLowerCase())
  );
}

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
 * Refuses a GET that changes something and comes from another site. An image on another page sends no Origin, so the
 * Referer counts too.
 * @throws UserError `other-origin` (403)
 */
export function refuseCrossOrigin(req: Request): void {
  if (!isFromHere(req, req.get('origin') ?? req.get('referer'))) throw otherOrigin();
}

const isFromHere = (req: Request, origin: string | undefined): boolean =>
  isSameOrigin({ origin, fetchSite: req.get('sec-fetch-site'), host: hostOf(req) });

const otherOrigin = (): UserError => new UserError(message('error.other-origin'), { status: 403 });

/** `req.host` uses X-Forwarded-Host only from a trusted proxy. */
const hostOf = (req: Request): string | undefined => (req as { readonly host?: string }).host ?? req.headers.host;
