import { BugError } from '#libs/errors';

/**
 * Where sites are reached: `https://<host>` in the world. An installation behind a gateway, or one that tests, gives
 * another pattern (`VODKEEP_SITES`): `{host}` in it stands for the site's own host name.
 */
export class SiteAddresses {
  /** @param pattern such as `https://{host}`; http or https */
  constructor(private readonly pattern = 'https://{host}') {
    if (!/^https?:\/\/.*\{host\}/.test(pattern)) throw new BugError('site-pattern', `'${pattern}' holds no {host}`);
  }

  /** An address of the site. @param path with its leading slash, and its query */
  http(host: string, path: string): string {
    return `${this.pattern.replace('{host}', host)}${path}`;
  }

  /** The same for a websocket. */
  ws(host: string, path: string): string {
    return this.http(host, path).replace(/^http/, 'ws');
  }

  /** Addresses that a site gave us are used as they are. */
  readonly isReal = (): boolean => this.pattern === 'https://{host}';
}
