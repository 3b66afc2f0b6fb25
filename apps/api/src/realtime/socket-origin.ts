import { type IncomingHttpHeaders } from 'node:http';
import { isSameOrigin } from '../http/same-origin.js';

/**
 * Whether a socket was opened by a page of ours, or by a program. Browsers always say Origin here, and cookies go with
 * it wherever the page is from.
 */
export function isSocketOriginOurs(headers: IncomingHttpHeaders, isProxyTrusted: boolean): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  const forwarded = isProxyTrusted ? headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : headers.host;
  return isSameOrigin({ origin: headers.origin, fetchSite: undefined, host });
}
