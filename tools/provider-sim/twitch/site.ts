import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * A request as its site receives it, whichever way it arrived: through `/h/<host>/...`, or through the CONNECT proxy
 * with the real host name.
 */
export interface SiteRequest {
  readonly request: IncomingMessage;
  /** The site's host name, such as `api.twitch.tv`. */
  readonly host: string;
  /** URL from the site's point of view: `https://<host>/<path>?<query>`. */
  readonly url: URL;
  /**
   * Base address of a site in a response to this client: `https://<host>` through the proxy, otherwise
   * `http://127.0.0.1:<port>/h/<host>`. `ws` is the same for websockets.
   */
  base(host: string): string;
  ws(host: string): string;
  /** The complete body, read once; at most 1 MB. */
  body(): Promise<Buffer>;
}
export interface SiteExchange extends SiteRequest {
  readonly response: ServerResponse;
}
export interface SiteUpgrade extends SiteRequest {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** One simulated host, or several of one kind. */
export interface Site {
  /** Exact names, or a pattern for the variable names of a CDN. */
  readonly hosts: readonly (string | RegExp)[];
  handle(exchange: SiteExchange): Promise<void> | void;
  /** Websocket hosts only. */
  upgrade?(exchange: SiteUpgrade): void;
  stop?(): void;
}

/** A request with its site, for the log: `GET /_sim/log` lists them under `sites`. The log contains no secrets. */
export interface SiteCall {
  readonly at: number;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}
