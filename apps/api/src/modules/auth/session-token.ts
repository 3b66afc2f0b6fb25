import { createHash, randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';

export const SESSION_COOKIE = 'vodkeep';
/** 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const newToken = (): string => randomBytes(32).toString('base64url');
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Hash of the session token in a Cookie header, or null. A malformed cookie causes no look-up. */
export function sessionOf(cookieHeader: string | undefined): string | null {
  const token = cookieHeader === undefined ? undefined : parseCookie(cookieHeader)[SESSION_COOKIE];
  return token !== undefined && TOKEN.test(token) ? tokenHash(token) : null;
}
