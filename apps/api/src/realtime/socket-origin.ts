import { type IncomingHttpHeaders } from 'node:http';
import { type ProxyTrust } from '../http/caller-address.js';
import { isSameOrigin } from '../http/same-origin.js';

/**
 * Whether a page of this installation, or a program, opened the socket. Browsers always send Origin here, and they send
 * cookies with it from any page.
 */
export function isSocketOriginOurs(headers: IncomingHttpHeaders, trust: ProxyTrust): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  const forwarded = Number(trust) > 0 ? headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : headers.host;
  return isSameOrigin({ origin: headers.origin, fetchSite: undefined, host });
}
