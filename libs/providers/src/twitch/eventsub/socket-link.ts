import { type LookupFunction } from 'node:net';
import { WebSocket } from 'ws';
import { OWN_REQUEST_HEADERS } from '#libs/contracts';

/** Factor on the site's keepalive interval: after a longer silence, the connection is dead. */
const KEEPALIVE_TOLERANCE = 1.2;
/** The largest event has some kB. */
const FRAME_BYTES = 64 * 1024;

export interface LinkHandlers {
  onText(text: string): void;
  /** Called once, with the reason; never after `drop`. */
  onEnd(reason: string): void;
}

/** Meanings of the site's close codes. https://dev.twitch.tv/docs/eventsub/handling-websocket-events/#close-message */
const CODES: ReadonlyMap<number, string> = new Map([
  [4000, 'Twitch had an error'],
  [4001, 'Twitch says that we sent something'],
  [4002, 'Twitch missed our pong'],
  [4003, 'nothing was subscribed'],
  [4004, 'the move to another server took too long'],
  [4005, 'Twitch timed out'],
  [4006, 'Twitch had a network error'],
  [4007, 'the address to move to was wrong'],
]);

/**
 * One WebSocket with a timeout for silence. It only receives: Twitch closes the connection after a frame from the
 * client (4001).
 */
export class SocketLink {
  private readonly socket: WebSocket;
  private watchdog: NodeJS.Timeout | undefined;
  private ended = false;
  private silenceMs: number;

  /** @param settings `silenceMs`: time limit for the first frame, including connecting and the welcome */
  constructor(
    url: string,
    { silenceMs, lookup }: { readonly silenceMs: number; readonly lookup: LookupFunction },
    private readonly handlers: LinkHandlers,
  ) {
    this.silenceMs = silenceMs;
    const limits = { maxPayload: FRAME_BYTES, handshakeTimeout: silenceMs, followRedirects: false };
    this.socket = new WebSocket(url, { ...limits, lookup, headers: OWN_REQUEST_HEADERS });
    this.socket.on('message', (data, isBinary) => {
      this.live();
      // With the default binaryType, a text arrives as one Buffer.
      if (!isBinary && Buffer.isBuffer(data) && !this.ended) this.handlers.onText(data.toString('utf8'));
    });
    this.socket.on('ping', () => {
      this.live();
    });
    this.socket.on('close', (code, reason) => {
      this.end(
        CODES.get(code) ??
          `the connection was closed (${code}${reason.length > 0 ? `, ${reason.toString('utf8')}` : ''})`,
      );
    });
    this.socket.on('error', (error) => {
      this.end(error.message);
    });
    this.live();
  }

  /** @param keepaliveS the interval from the welcome message */
  expectEvery(keepaliveS: number): void {
    this.silenceMs = keepaliveS * 1000 * KEEPALIVE_TOLERANCE;
    this.live();
  }

  /** Closes the connection without calling a handler. */
  drop(): void {
    this.ended = true;
    clearTimeout(this.watchdog);
    this.socket.terminate();
  }

  private live(): void {
    clearTimeout(this.watchdog);
    if (!this.ended)
      this.watchdog = setTimeout(() => {
        this.end(`nothing came for ${Math.round(this.silenceMs / 1000)} s`);
      }, this.silenceMs);
  }

  private end(reason: string): void {
    if (this.ended) return;
    this.drop();
    this.handlers.onEnd(reason);
  }
}
