import { randomBytes, randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { TwitchSettings } from '../twitch-settings.js';
import { type EventMessage, nanoTime } from './event-message.js';
import { subscriptionWire } from './subscription.js';

/** Close codes, with the resulting status of the subscriptions (docs/reference/twitch.md#eventsub-sockets). */
export const CLOSES = {
  inbound: { code: 4001, reason: 'client sent inbound traffic', status: 'websocket_received_inbound_traffic' },
  pingPong: { code: 4002, reason: 'client failed ping-pong', status: 'websocket_failed_ping_pong' },
  unused: { code: 4003, reason: 'connection unused', status: 'websocket_connection_unused' },
  grace: { code: 4004, reason: 'client reconnect grace time expired', status: 'websocket_failed_to_reconnect' },
  badReconnect: { code: 4007, reason: 'invalid reconnect attempt', status: 'websocket_disconnected' },
} as const;
type Close = (typeof CLOSES)[keyof typeof CLOSES];

/** What a session needs to know of all sessions. */
export interface SessionOwner {
  readonly settings: TwitchSettings;
  hasSubscriptions(session: SocketSession): boolean;
  /** Called once when the socket is closed. */
  ended(session: SocketSession, status: string): void;
}

/** One websocket of a client: sends its messages and decides when to close it. */
export class SocketSession {
  readonly id = `AgoQ${randomBytes(18).toString('base64url')}EgZjZWxsLWI`;
  readonly connectedAt = nanoTime(Date.now());
  isOpen = true;
  private isFrozen = false;
  private hasPonged = true;
  private keepalive: NodeJS.Timeout | undefined;
  private unused: NodeJS.Timeout | undefined;
  private grace: NodeJS.Timeout | undefined;
  private readonly pinger: NodeJS.Timeout;

  constructor(
    private readonly socket: WebSocket,
    private readonly owner: SessionOwner,
    readonly keepaliveS: number,
  ) {
    socket.on('message', () => {
      this.close(CLOSES.inbound);
    });
    socket.on('pong', () => {
      this.hasPonged = true;
    });
    socket.on('error', () => {
      socket.terminate();
    });
    socket.on('close', () => {
      this.end('websocket_disconnected');
    });
    this.pinger = setInterval(() => {
      this.ping();
    }, owner.settings.pingEveryMs);
    this.send('session_welcome', {
      session: {
        id: this.id,
        status: 'connected',
        keepalive_timeout_seconds: keepaliveS,
        reconnect_url: null,
        recovery_url: null,
        connected_at: this.connectedAt,
      },
    });
    this.closeIfUnused();
  }

  /** Closes the session if it has no subscription after a while. Call it again when the session loses one. */
  closeIfUnused(): void {
    clearTimeout(this.unused);
    if (this.isOpen)
      this.unused = setTimeout(() => {
        if (!this.owner.hasSubscriptions(this)) this.close(CLOSES.unused);
      }, this.owner.settings.subscribeWithinMs);
  }

  /** Sends one event to the client. */
  deliver({ id, timestamp, kind, subscription, body }: EventMessage): void {
    const about = {
      message_id: id,
      message_timestamp: timestamp,
      subscription_type: subscription.type,
      subscription_version: subscription.version,
    };
    this.send(kind, { subscription: subscriptionWire(subscription), ...body }, about);
  }

  /**
   * Asks the client to reconnect to `url`, and closes the socket after a while, whether or not the client reconnected.
   */
  requestMove(url: string): void {
    clearTimeout(this.grace);
    this.send('session_reconnect', {
      session: {
        id: this.id,
        status: 'reconnecting',
        keepalive_timeout_seconds: null,
        reconnect_url: url,
        connected_at: this.connectedAt,
      },
    });
    this.grace = setTimeout(() => {
      this.close(CLOSES.grace);
    }, this.owner.settings.reconnectGraceMs);
  }

  freeze(): void {
    this.isFrozen = true;
  }

  /** Closes the connection without a closing handshake. */
  kill(): void {
    this.end('websocket_network_error');
    this.socket.terminate();
  }

  close({ code, reason, status }: Close): void {
    this.end(status);
    this.socket.close(code, reason);
  }

  private ping(): void {
    if (!this.hasPonged) {
      this.close(CLOSES.pingPong);
      return;
    }
    if (this.isFrozen) return;
    this.hasPonged = false;
    this.socket.ping();
  }

  private send(type: string, payload: object, about: Readonly<Record<string, string>> = {}): void {
    if (!this.isOpen || this.isFrozen) return;
    const metadata = {
      message_id: randomUUID(),
      message_type: type,
      message_timestamp: nanoTime(Date.now()),
      ...about,
    };
    this.socket.send(JSON.stringify({ metadata, payload }));
    clearTimeout(this.keepalive);
    this.keepalive = setTimeout(() => {
      this.send('session_keepalive', {});
    }, this.keepaliveS * 1000);
  }

  private end(status: string): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const timer of [this.keepalive, this.unused, this.grace]) clearTimeout(timer);
    clearInterval(this.pinger);
    this.owner.ended(this, status);
  }
}
