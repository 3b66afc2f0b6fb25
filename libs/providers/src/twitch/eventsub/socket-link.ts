import { WebSocket } from 'ws';

/** Silence that is longer than the site's keepalive by this much is a dead line. */
const PATIENCE = 1.2;
const FRAME_BYTES = 1_000_000;

export interface LinkHandlers {
  onText(text: string): void;
  /** Once, with why; never after `drop`. */
  onEnd(reason: string): void;
}

/** What the site's close codes mean. https://dev.twitch.tv/docs/eventsub/handling-websocket-events/#close-message */
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

/** One websocket that must not fall silent. It only listens: a frame from us would end it (4001). */
export class SocketLink {
  private readonly socket: WebSocket;
  private watchdog: NodeJS.Timeout | undefined;
  private ended = false;

  /** @param silenceMs until the first frame: connecting and the welcome take no longer */
  constructor(
    url: string,
    private silenceMs: number,
    private readonly handlers: LinkHandlers,
  ) {
    this.socket = new WebSocket(url, { maxPayload: FRAME_BYTES, handshakeTimeout: silenceMs, followRedirects: false });
    this.socket.on('message', (data, isBinary) => {
      this.live();
      // With the default binaryType a text comes as one Buffer.
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

  /** @param keepaliveS as the welcome says */
  expectEvery(keepaliveS: number): void {
    this.silenceMs = keepaliveS * 1000 * PATIENCE;
    this.live();
  }

  /** Closes without another word to the handlers. */
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
