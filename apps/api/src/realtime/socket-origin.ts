import { type IncomingHttpHeaders } from 'node:http';
import { type ProxyTrust } from '../http/caller-address.js';
import { askedHost } from '../http/host-names.js';
import { isSameOrigin } from '../http/same-origin.js';

/**
 * Whether a page of this installation, or a program, opened the socket. Browsers always send Origin here, and they send
 * cookies with it from any page.
 */
export function isSocketOriginOurs(headers: IncomingHttpHeaders, trust: ProxyTrust): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  return isSameOrigin({ origin: headers.origin, fetchSite: undefined, host: askedHost(headers, trust) });
}
