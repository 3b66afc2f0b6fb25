import { PlaylistError } from './playlist-error.js';

/**
 * The address that a URI of a playlist means; http and https only, so that no playlist can point at a local file.
 * `_HLS_*` parameters belong to one blocking reload and are dropped (RFC 8216bis section 6.2.5).
 * @throws PlaylistError `bad-uri`
 */
export function absolute(uri: string, baseUrl: string): string {
  if (!URL.canParse(uri, baseUrl)) throw new PlaylistError('bad-uri', `"${uri.slice(0, 200)}" is not an address.`);
  const url = new URL(uri, baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new PlaylistError('bad-uri', `"${url.protocol}" addresses are not fetched.`);
  if (url.search.includes('_HLS_'))
    for (const name of [...url.searchParams.keys()]) if (name.startsWith('_HLS_')) url.searchParams.delete(name);
  return url.href;
}
