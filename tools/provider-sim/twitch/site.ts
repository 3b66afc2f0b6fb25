import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * A request as the site that it is meant for sees it, whichever way it came: by `/h/<host>/...`, or through the CONNECT
 * proxy with the real name.
 */
export interface SiteRequest {
  readonly request: IncomingMessage;
  /** The site's host name, such as `api.twitch.tv`. */
  readonly host: string;
  /** As the site sees it: `https://<host>/<path>?<query>`. */
  readonly url: URL;
  /**
   * How an address of a site is written in an answer to this client: `https://<host>` through the proxy, else
   * `http://127.0.0.1:<port>/h/<host>`. `ws` gives the same for sockets.
   */
  base(host: string): string;
  ws(host: string): string;
  /** The whole body, read once; at most 1 MB. */
  body(): Promise<Buffer>;
}
export interface SiteExchange extends SiteRequest {
  readonly response: ServerResponse;
}
export interface SiteUpgrade extends SiteRequest {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** One host, or several of one kind, that the simulator plays. */
export interface Site {
  /** Exact names, or a pattern for the changing ones of a CDN. */
  readonly hosts: readonly (string | RegExp)[];
  handle(exchange: SiteExchange): Promise<void> | void;
  /** Websocket hosts only. */
  upgrade?(exchange: SiteUpgrade): void;
  stop?(): void;
}

/** A request with its site, for the log: `GET /_sim/log` holds them under `sites`. Secrets are not kept. */
export interface SiteCall {
  readonly at: number;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}
