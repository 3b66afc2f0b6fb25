import { type SiteAddresses } from '../../kit/site-addresses.js';

/**
 * Domains of the services' own images. Anyone can create a list at such a service, and it must not direct Vodkeep to
 * another host, such as one of the local network.
 */
const OWN_DOMAINS: readonly string[] = [
  'jtvnw.net',
  'cloudfront.net',
  'betterttv.net',
  'frankerfacez.com',
  '7tv.app',
  '7tv.io',
];
const isOwn = (hostname: string): boolean =>
  OWN_DOMAINS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));

/**
 * Maps the image address from a service's list to the address to request: at the site's own host, or through this
 * installation's gateway. An address that already uses the gateway stays unchanged.
 * @param base address of the list; supplies a missing scheme
 * @returns null for an invalid address, or one on a host of another domain
 */
export function knownAddress(sites: SiteAddresses, url: string, base: string): string | null {
  const given = URL.parse(url, base);
  if (!given) return null;
  const gateway = new URL(sites.http('site', '/')).host;
  if (!sites.isReal() && given.host === gateway) return given.href;
  if (!isOwn(given.hostname)) return null;
  return sites.isReal() ? given.href : sites.http(given.host, given.pathname + given.search);
}
