// @ts-check
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/*
 * The network around the processes that load this file (`NODE_OPTIONS=--import`): names below `public.test` are at
 * 203.0.113.7 (RFC 5737), and connections to that address lead to this machine, as through a router with a forwarded
 * port. The processes see the public address only.
 */

const ZONE = /\.public\.test$/;
const PUBLIC = '203.0.113.7';

const { lookup } = dns.promises;
Object.assign(dns.promises, {
  /** @param {string} host @param {dns.LookupAllOptions} options */
  lookup: (host, options) =>
    ZONE.test(host) ? Promise.resolve([{ address: PUBLIC, family: 4 }]) : lookup(host, options),
});

const { connect } = net.Socket.prototype;
/** @typedef {{ host?: string, lookup?: net.LookupFunction }} Options */
Object.assign(net.Socket.prototype, {
  /** @this {net.Socket} @param {[Options, ...unknown[]] | Options} first @param {unknown[]} rest */
  connect(first, ...rest) {
    const options = Array.isArray(first) ? first[0] : first;
    if (ZONE.test(options?.host ?? '') && options.lookup) options.lookup = forwarded(options.lookup);
    return Reflect.apply(connect, this, [first, ...rest]);
  },
});
syncBuiltinESMExports();

/** @param {net.LookupFunction} wrapped @returns {net.LookupFunction} */
function forwarded(wrapped) {
  const inside = (/** @type {string} */ address) => (address === PUBLIC ? '127.0.0.1' : address);
  return (host, options, done) => {
    wrapped(host, options, (error, found, family) => {
      if (Array.isArray(found))
        done(
          error,
          found.map((one) => ({ ...one, address: inside(one.address) })),
        );
      else done(error, inside(found), family);
    });
  };
}
