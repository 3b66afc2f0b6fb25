import { type SiteAddresses } from '../../kit/site-addresses.js';

/**
 * Domains of the services' own pictures. A list of theirs may be made by anybody; it shall not send us to another host,
 * such as one of this network.
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
 * Where a picture is reached, whose address a service gave: at the site's own host, or where this installation reaches
 * that host. One that is at the gateway already stays.
 * @param base address of the list it stands in: an address without a scheme takes that one's
 * @returns null for what is no address, or one of another host than the services'
 */
export function knownAddress(sites: SiteAddresses, url: string, base: string): string | null {
  const given = URL.parse(url, base);
  if (!given) return null;
  const gateway = new URL(sites.http('site', '/')).host;
  if (!sites.isReal() && given.host === gateway) return given.href;
  if (!isOwn(given.hostname)) return null;
  return sites.isReal() ? given.href : sites.http(given.host, given.pathname + given.search);
}
