import { UserError } from '#libs/errors';
import { basicLogin } from './basic-login.js';

/**
 * A forward proxy: `http://user:pass@host:port` (RFC 9110 section 3.7, 9.3.6). Sites sell by region, so some want their
 * playlists through one, and the megabytes past it.
 */
export interface HttpProxy {
  readonly url: string;
  readonly for: 'playlists' | 'all';
}

/** Where the proxy is, and what it wants to be told. */
export interface Via {
  readonly host: string;
  readonly port: number;
  readonly authorization: string | null;
}

/** @throws UserError `bad-proxy` */
export function viaOf(address: string): Via {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:')
    throw new UserError(
      'bad-proxy',
      'The address of the proxy must look like http://user:password@host:port; other kinds of proxy are not supported.',
    );
  const { hostname, port } = url;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 80 : Number(port),
    authorization: basicLogin(url),
  };
}
