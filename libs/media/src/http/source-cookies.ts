import { type CookieJar } from 'tough-cookie';

/** A server that sets new names at each response must not fill the memory; browsers retain 50 or more for each host. */
const MAX_COOKIES = 50;
/** Most servers refuse longer header lines. */
const MAX_HEADER_BYTES = 8192;

/**
 * Cookies of one client, by host and path (RFC 6265). tough-cookie is loaded with the first cookie, since most sources
 * set none.
 */
export class SourceCookies {
  private jar: CookieJar | null = null;

  /** @param lines values of Set-Cookie, one per line; ignores invalid ones */
  async store(lines: string, url: string): Promise<void> {
    this.jar ??= await emptyJar();
    for (const line of lines.split('\n').slice(0, MAX_COOKIES))
      this.jar.setCookieSync(line, url, { ignoreError: true, loose: true });
    await this.trim(this.jar);
  }

  /**
   * The Cookie header of a request; empty if there is none.
   * @param configured cookies of the operator, of which the server may replace some
   */
  headerFor(url: string, configured = ''): string {
    const stored = this.jar?.getCookiesSync(url) ?? [];
    const pairs = new Map(configured.split(/;\s*/).flatMap((pair) => (pair === '' ? [] : [[nameOf(pair), pair]])));
    for (const cookie of stored) pairs.set(cookie.key, cookie.cookieString());
    let header = '';
    for (const pair of pairs.values()) {
      const longer = header === '' ? pair : `${header}; ${pair}`;
      if (longer.length <= MAX_HEADER_BYTES) header = longer;
    }
    return header;
  }

  /** Removes the oldest cookies above the limit. */
  private async trim(jar: CookieJar): Promise<void> {
    const all = await jar.store.getAllCookies();
    const tooMany = all.toSorted((a, b) => ageOf(a) - ageOf(b)).slice(0, Math.max(0, all.length - MAX_COOKIES));
    for (const { domain, path, key } of tooMany) await jar.store.removeCookie(domain, path, key);
  }
}

const ageOf = ({ lastAccessed }: { readonly lastAccessed: Date | 'Infinity' | null }): number =>
  lastAccessed instanceof Date ? lastAccessed.getTime() : 0;

const nameOf = (pair: string): string => pair.slice(0, Math.max(0, pair.indexOf('=')));

/** The list of public suffixes protects users of a browser; here all hosts belong to one source. */
async function emptyJar(): Promise<CookieJar> {
  const tough = await import('tough-cookie');
  return new tough.CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
}
