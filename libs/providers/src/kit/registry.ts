import { UserError } from '#libs/errors';
import { HlsProvider } from '../hls/hls.provider.js';
import { type Provider } from './provider.js';

/** Every site we know; a new one is a folder and a line here. */
const PROVIDERS: readonly Provider[] = [new HlsProvider()];
const BY_KIND = new Map(PROVIDERS.map((p) => [p.kind, p]));

/** @throws UserError `unknown-provider`, on field `provider` */
export function providerOf(kind: string): Provider {
  const found = BY_KIND.get(kind);
  if (found) return found;
  const known = [...BY_KIND.keys()].join(', ');
  throw new UserError('unknown-provider', `There is no provider '${kind}'. Known: ${known}.`, { fields: [{ path: 'provider', message: `must be one of: ${known}` }] });
}
