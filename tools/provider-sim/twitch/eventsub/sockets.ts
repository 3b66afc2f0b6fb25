import { randomBytes } from 'node:crypto';
import { WebSocketServer, type WebSocket } from 'ws';
import type { SiteUpgrade } from '../site.js';
import type { TwitchSettings } from '../twitch-settings.js';
import { nanoTime } from './event-message.js';
import { CLOSES, SocketSession, type SessionOwner } from './socket-session.js';
import type { SubscriptionStore } from './subscription-store.js';

export const EVENTSUB_HOST = 'eventsub.wss.twitch.tv';
const MAX_KEEPALIVE_S = 600;

/** All websocket sessions: their start, their move to another socket, and the end of their subscriptions with them. */
export class Sockets implements SessionOwner {
  private readonly server = new WebSocketServer({ noServer: true });
  private readonly sessions = new Map<string, SocketSession>();
  /** Sessions that received a reconnect request, by the key in their reconnect address. */
  private readonly moving = new Map<string, SocketSession>();
  /** Base address that each session's client uses for this site. */
  private readonly addresses = new Map<string, string>();

  constructor(
    readonly settings: TwitchSettings,
    private readonly store: SubscriptionStore,
  ) {}

  open({
    request,
    socket,
    head,
    url,
    ws,
  }: Pick<SiteUpgrade, 'request' | 'socket' | 'head' | 'url'> & { readonly ws: string }): void {
    this.server.handleUpgrade(request, socket, head, (client) => {
      this.begin(client, url, ws);
    });
  }

  find(sessionId: string): SocketSession | undefined {
    return this.sessions.get(sessionId);
  }

  /** Number of the user's other sessions that have subscriptions. */
  othersInUse(sessionId: string, ownerId: string | null): number {
    return [...this.sessions.keys()].filter(
      (id) => id !== sessionId && this.store.ofSession(id).some((subscription) => subscription.ownerId === ownerId),
    ).length;
  }

  hasSubscriptions({ id }: SocketSession): boolean {
    return this.store.ofSession(id).length > 0;
  }

  ended({ id }: SocketSession, status: string): void {
    this.sessions.delete(id);
    this.addresses.delete(id);
    for (const [key, session] of this.moving) if (session.id === id) this.moving.delete(key);
    for (const subscription of this.store.ofSession(id)) {
      subscription.status = status;
      if (subscription.transport.method === 'websocket') subscription.transport.disconnectedAt = nanoTime(Date.now());
    }
  }

  moveAll(): void {
    for (const session of [...this.sessions.values()]) {
      const key = randomBytes(18).toString('base64url');
      this.moving.set(key, session);
      session.requestMove(
        `${this.addresses.get(session.id) ?? ''}/ws?challenge=${randomBytes(6).toString('hex')}&id=${key}`,
      );
    }
  }

  freezeAll(): void {
    for (const session of this.sessions.values()) session.freeze();
  }

  killAll(): void {
    for (const session of [...this.sessions.values()]) session.kill();
  }

  private begin(client: WebSocket, url: URL, address: string): void {
    const key = url.searchParams.get('id');
    const from = key === null ? null : this.moving.get(key);
    if (from === undefined) {
      client.close(CLOSES.badReconnect.code, CLOSES.badReconnect.reason);
      return;
    }
    const session = new SocketSession(client, this, from?.keepaliveS ?? this.keepaliveOf(url));
    this.sessions.set(session.id, session);
    this.addresses.set(session.id, address);
    if (from && key !== null) this.move(from, session, key);
  }

  /** Moves the subscriptions to the new socket. The old socket stays open for a while, but receives no more events. */
  private move(from: SocketSession, to: SocketSession, key: string): void {
    this.moving.delete(key);
    for (const { transport } of this.store.ofSession(from.id))
      if (transport.method === 'websocket') Object.assign(transport, { sessionId: to.id, connectedAt: to.connectedAt });
  }

  private keepaliveOf({ searchParams }: URL): number {
    const least = this.settings.leastKeepaliveS;
    const keepalive = Number(searchParams.get('keepalive_timeout_seconds') ?? least);
    return Number.isInteger(keepalive) ? Math.min(MAX_KEEPALIVE_S, Math.max(least, keepalive)) : least;
  }
}
