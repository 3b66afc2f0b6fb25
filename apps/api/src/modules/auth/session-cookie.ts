import { type Request, type Response } from 'express';
import { isHttps } from '../../http/is-https.js';
import { SESSION_COOKIE } from './session-token.js';
import { SESSION_MS } from './sessions.service.js';

/**
 * Lax, not Strict: the sign-in at a site returns from that site with a GET, which needs the login. Other sites can send
 * no cookie with a POST.
 */
export const cookieOptions = (req: Request, basepath: string) =>
  ({ httpOnly: true, sameSite: 'lax', path: basepath === '' ? '/' : basepath, secure: isHttps(req) }) as const;

export const setSessionCookie = (res: Response, basepath: string, token: string): void => {
  res.cookie(SESSION_COOKIE, token, { ...cookieOptions(res.req, basepath), maxAge: SESSION_MS });
};
export const clearSessionCookie = (res: Response, basepath: string): void => {
  res.clearCookie(SESSION_COOKIE, cookieOptions(res.req, basepath));
};
