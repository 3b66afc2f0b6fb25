import { type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type SourceNetwork } from '#libs/contracts';
import { message } from '#libs/messages';
import { HttpError } from './http-port.js';

/** Resolves a name to all of its addresses. Specs pass one that needs no DNS. */
export type ResolveHost = (host: string, options?: { readonly family?: number }) => Promise<readonly LookupAddress[]>;

/**
 * A source: its address, and the network it was added with; null: the one that the address is in before the first
 * connection.
 */
export interface GuardedSource {
  readonly url: string;
  readonly network: SourceNetwork | null;
}

/**
 * Decides which addresses a source may name (redirects, playlists, segments, keys, pictures), so that it cannot have
 * Vodkeep send requests into the network of its operator (server-side request forgery). Public addresses are always
 * allowed, others only in the network of the source itself, and link-local, unspecified and multicast ones never. Names
 * are judged by the addresses that the socket then connects to, so no later answer of DNS changes them
 * (docs/operate/access.md#what-a-source-may-name).
 */
export class SsrfGuard {
  private known: Promise<SourceNetwork> | null = null;

  constructor(
    private readonly source: GuardedSource,
    private readonly resolve: ResolveHost = resolveHost,
  ) {}

  /** The network of the source. A name with any public address is public. */
  network(): Promise<SourceNetwork> {
    const { network } = this.source;
    return (this.known ??= network === null ? this.resolveNetwork() : Promise.resolve(network));
  }

  /**
   * Checks a host that is an IP address or `localhost`; {@link lookup} checks other names.
   * @throws HttpError `blocked-address`
   */
  async check(hostname: string): Promise<void> {
    const host = unbracketed(hostname);
    const address = /^(.+\.)?localhost\.?$/.test(host) ? '127.0.0.1' : host;
    if (isIP(address) !== 0 && !(await this.allows(address))) throw blocked(host);
  }

  /** For `net.connect`: resolves a name to its allowed addresses; fails with `blocked-address` if there is none. */
  readonly lookup: LookupFunction = (host, options, done) => {
    this.allowedAddresses(host, options.family).then(
      ([first, ...others]) => {
        if (!first) done(blocked(host), '');
        else if (options.all === true) done(null, [first, ...others]);
        else done(null, first.address, first.family);
      },
      (failed: unknown) => {
        done(failed as NodeJS.ErrnoException, '');
      },
    );
  };

  private async allowedAddresses(host: string, family: number | string | undefined): Promise<LookupAddress[]> {
    const allowed: LookupAddress[] = [];
    for (const found of await this.resolve(host, { family: familyOf(family) }))
      if (await this.allows(found.address)) allowed.push(found);
    return allowed;
  }

  private async allows(address: string): Promise<boolean> {
    const own = await this.network();
    const network = networkOf(address);
    if (network !== 'public' && network !== own) return false;
    // What is connected now may answer; no answer, also of DNS, decides where the source is.
    this.known ??= Promise.resolve(own);
    return true;
  }

  private async resolveNetwork(): Promise<SourceNetwork> {
    const host = unbracketed(new URL(this.source.url).hostname);
    try {
      const addresses = isIP(host) === 0 ? await this.resolve(host) : [{ address: host }];
      const networks = addresses.map(({ address }) => networkOf(address));
      return networks.includes('public') ? 'public' : (networks.find((network) => network !== null) ?? 'public');
    } catch {
      this.known = null;
      return 'public';
    }
  }
}

/**
 * Refuses a host that not even the operator may name: link-local, and the metadata services of clouds. For connections
 * that are not HTTP; those of HTTP check the address that they connect to.
 * @throws HttpError `blocked-address`; nothing if the name has no address, because the connection then says so
 */
export async function refuseForbiddenHost(host: string, resolve: ResolveHost = resolveHost): Promise<void> {
  const bare = unbracketed(host);
  const found = isIP(bare) === 0 ? await resolve(bare).catch(() => []) : [{ address: bare }];
  if (found.some(({ address }) => networkOf(address) === null)) throw forbidden(bare);
}

/**
 * For `net.connect` to a host that the operator has named: the connection is to the addresses that are judged here, so
 * no later answer of DNS changes them. Fails with `blocked-address` as {@link refuseForbiddenHost}, which is for hosts
 * that are IP addresses: nothing looks these up.
 */
export const operatorLookup =
  (resolve: ResolveHost = resolveHost): LookupFunction =>
  (host, options, done) => {
    resolve(host, { family: familyOf(options.family) }).then(
      (found) => {
        const [first] = found;
        if (!first || found.some(({ address }) => networkOf(address) === null)) done(forbidden(host), '');
        else if (options.all === true) done(null, [...found]);
        else done(null, first.address, first.family);
      },
      (failed: unknown) => {
        done(failed as NodeJS.ErrnoException, '');
      },
    );
  };

const resolveHost: ResolveHost = (host, { family = 0 } = {}) => lookup(host, { all: true, family });

const familyOf = (family: number | string | undefined): 0 | 4 | 6 => {
  if (family === 4 || family === 'IPv4') return 4;
  return family === 6 || family === 'IPv6' ? 6 : 0;
};
const forbidden = (host: string): HttpError => new HttpError(message('error.http-blocked-address.forbidden', { host }));
const blocked = (host: string): HttpError => new HttpError(message('error.http-blocked-address', { host }));
/** URLs write IPv6 addresses in brackets. */
const unbracketed = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** A list of subnets; those of IPv4 also as NAT64 (RFC 6052) and 6to4 (RFC 3056). BlockList itself knows IPv4-mapped. */
function subnets(...all: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of all) {
    const [net = '', prefix = ''] = subnet.split('/');
    if (isIP(net) === 6) {
      list.addSubnet(net, Number(prefix), 'ipv6');
      continue;
    }
    const hex = Buffer.from(net.split('.').map(Number)).toString('hex');
    list.addSubnet(net, Number(prefix), 'ipv4');
    list.addSubnet(`64:ff9b::${net}`, 96 + Number(prefix), 'ipv6');
    list.addSubnet(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::`, 16 + Number(prefix), 'ipv6');
  }
  return list;
}

/** The first match counts. Source: IANA's registries of special-purpose addresses (RFC 6890). */
const SPECIAL: readonly (readonly [SourceNetwork | null, BlockList])[] = [
  ['loopback', subnets('127.0.0.0/8', '::1/128')],
  [null, subnets('0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '224.0.0.0/3', '2001::/23')],
  // Metadata services of Azure, Alibaba Cloud, Amazon EC2 and Google Cloud that are not link-local.
  [null, subnets('168.63.129.16/32', '100.100.100.200/32', 'fd00:ec2::/32', 'fd20:ce::/32')],
  ['private', subnets('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16')],
  ['unique-local', subnets('fc00::/7')],
  ['shared', subnets('100.64.0.0/10')],
  ['benchmark', subnets('198.18.0.0/15')],
];

/**
 * Everything else that is not special. Of IPv6, only the global unicast space and what {@link subnets} derives from IPv4:
 * the rest is unassigned, or leads to an IPv4 address in a form that the lists do not contain.
 */
const GLOBAL = subnets('0.0.0.0/0', '2000::/3');

/** @returns null for an address that no source is in, and for a text that is none */
export function networkOf(address: string): SourceNetwork | null {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const found = SPECIAL.find(([, list]) => list.check(address, family));
  if (found) return found[0];
  return GLOBAL.check(address, family) ? 'public' : null;
}
