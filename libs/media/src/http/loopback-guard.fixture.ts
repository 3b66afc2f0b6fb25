import { type LookupFunction } from 'node:net';
import { SsrfGuard } from './ssrf-guard.js';

/** For sources of specs, which are on this machine. */
export const LOOPBACK_GUARD = new SsrfGuard({ url: 'http://127.0.0.1/', network: 'loopback' });

const PUBLIC = '203.0.113.7';

/**
 * A source on a public address, for which the network of a spec leads to this machine: `*.public.test` is 203.0.113.7
 * (RFC 5737), and the guard sees that address before the connection goes to 127.0.0.1. Every other name is what `names`
 * says.
 */
export function publicGuard(names: Readonly<Record<string, readonly string[]>> = {}) {
  const resolve = (host: string) =>
    Promise.resolve((names[host] ?? [PUBLIC]).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  const guard = new SsrfGuard({ url: 'http://source.public.test/', network: 'public' }, resolve);
  const lookup: LookupFunction = (host, options, done) => {
    guard.lookup(host, options, (error, found, family) => {
      const toLoopback = (address: string): string => (address === PUBLIC ? '127.0.0.1' : address);
      if (typeof found === 'string') done(error, toLoopback(found), family);
      else
        done(
          error,
          found.map((one) => ({ ...one, address: toLoopback(one.address) })),
        );
    });
  };
  return { check: (host: string) => guard.check(host), lookup };
}
