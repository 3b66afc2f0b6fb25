import { type SiteAddresses } from '../../kit/site-addresses.js';

/**
 * Where a picture is reached, whose address a service gave: at the site's own host, or where this installation reaches that host. One that is
 * at the gateway already stays.
 * @param base address of the list it stands in: an address without a scheme takes that one's
 * @returns null for what is no address
 */
export function knownAddress(sites: SiteAddresses, url: string, base: string): string | null {
  const given = URL.parse(url, base);
  if (!given) return null;
  const gateway = new URL(sites.http('site', '/')).host;
  return sites.isReal() || given.host === gateway ? given.href : sites.http(given.host, given.pathname + given.search);
}
