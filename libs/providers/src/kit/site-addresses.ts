import { BugError } from '#libs/errors';

/**
 * Builds the addresses of sites: `https://<host>` by default. An installation behind a gateway, or a test installation,
 * sets another pattern (`VODKEEP_SITES`), in which `{host}` stands for the site's own host name.
 */
export class SiteAddresses {
  /** @param pattern such as `https://{host}`; http or https */
  constructor(private readonly pattern = 'https://{host}') {
    if (!/^https?:\/\/.*\{host\}/.test(pattern)) throw new BugError('site-pattern', `'${pattern}' holds no {host}`);
  }

  /**
   * Builds an HTTP address of the site.
   * @param path with its leading slash and query
   */
  http(host: string, path: string): string {
    return `${this.pattern.replace('{host}', host)}${path}`;
  }

  /** Builds a WebSocket address of the site. */
  ws(host: string, path: string): string {
    return this.http(host, path).replace(/^http/, 'ws');
  }

  /** True without a custom pattern: addresses that a site returned are then used unchanged. */
  readonly isReal = (): boolean => this.pattern === 'https://{host}';
}
