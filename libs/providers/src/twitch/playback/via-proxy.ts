import { UserError } from '#libs/errors';
import { type GqlOptions } from '../gql/gql.js';

/** A proxy as questions take it; nothing where there is none. @throws UserError `bad-proxy` */
export function viaProxy(proxy: string | undefined): Pick<GqlOptions, 'proxy'> {
  if (proxy === undefined) return {};
  if (URL.parse(proxy)?.protocol !== 'http:')
    throw new UserError(
      'bad-proxy',
      'The address of the proxy must look like http://user:password@host:port; other kinds of proxy are not supported.',
    );
  return { proxy };
}
