import { MASK } from '#libs/contracts';

/**
 * An address as anybody may see it: origin and path stay, every value of its query stands masked, user info is left
 * out. Servers of streams take tokens there. What is no address (the id of a channel at its site), or has nothing to
 * hide, stays as it is. Shown twice it is the same.
 */
export function maskedAddress(text: string): string {
  const url = streamAddress(text);
  if (!url || (url.search === '' && url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  url.search = url.search.slice(1).split('&').map(masked).join('&');
  return url.href;
}

/** Whether it came out of {@link maskedAddress} with something hidden: nothing can be fetched from it. */
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

/** Whether it holds user and password in clear, which the form of a channel takes out and seals. */
export function hasLogin(text: string): boolean {
  const url = streamAddress(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

function streamAddress(text: string): URL | null {
  const url = URL.parse(text.trim());
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** A query without names is a secret as a whole. */
const valueOf = (pair: string): string => pair.slice(pair.indexOf('=') + 1);
const masked = (pair: string): string => (pair === '' ? '' : `${pair.slice(0, pair.indexOf('=') + 1)}${MASK}`);
