import { MASK } from '#libs/contracts';

/**
 * Masks the secrets of a URL: keeps origin and path, masks each query value and removes the user info, because stream
 * servers accept tokens there. Other text (a channel id of a site) and URLs without secrets stay unchanged. Masking
 * twice has no further effect.
 */
export function maskedAddress(text: string): string {
  const url = streamAddress(text);
  if (!url || (url.search === '' && url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  url.search = url.search.slice(1).split('&').map(maskPair).join('&');
  return url.href;
}

/** The part of a stream's URL that contains no secret: a stream key may be in the path. Other text stays unchanged. */
export const originOf = (text: string): string => streamAddress(text)?.origin ?? text;

/** Whether {@link maskedAddress} has masked a query value. Such a URL cannot be fetched. */
export function isMaskedAddress(text: string): boolean {
  const url = streamAddress(text);
  return (
    url !== null &&
    url.search
      .slice(1)
      .split('&')
      .some((pair) => valueOf(pair) === MASK)
  );
}

/**
 * Whether the URL contains user and password in clear text. The channel form moves them into the sealed credentials.
 */
export function hasLogin(text: string): boolean {
  const url = streamAddress(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

function streamAddress(text: string): URL | null {
  const url = URL.parse(text.trim());
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** A query without names is masked as a whole. */
const valueOf = (pair: string): string => pair.slice(pair.indexOf('=') + 1);
const maskPair = (pair: string): string => (pair === '' ? '' : `${pair.slice(0, pair.indexOf('=') + 1)}${MASK}`);
