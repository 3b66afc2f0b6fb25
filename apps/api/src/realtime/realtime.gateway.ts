import { messageOf } from '#libs/errors';
import { WS_CLOSE_UNAUTHENTICATED, WS_PATH, WsHello } from '#libs/contracts';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { type IncomingMessage } from 'node:http';
import { type WebSocket } from 'ws';
import { callerAddress, limitKey } from '../http/caller-address.js';
import { type ConnectionPlace, ConnectionPlaces } from '../http/connection-places.js';
import { HttpConfig } from '../platform/http-config.js';
import { type Language, languageFound } from '../i18n/language.js';
import { Access } from '../modules/auth/access.service.js';
import { type Caller } from '../modules/auth/caller.js';
import { sessionOf } from '../modules/auth/session-token.js';
import { Sessions } from '../modules/auth/sessions.service.js';
import { Settings } from '../settings/settings.service.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { ClientQueue } from './client-queue.js';
import { type Listener, Realtime } from './realtime.service.js';
import { isSocketOriginOurs } from './socket-origin.js';

const HEARTBEAT_MS = 30_000;
const SOCKETS = { perAddress: 50, all: 1_000, forOperators: 200 };
/** WebSocket close codes. */
const CLOSE_NORMAL = 1000;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_TRY_LATER = 1013;

interface Client {
  readonly socket: WebSocket;
  readonly caller: Caller;
  isAlive: boolean;
}

/**
 * The websocket: accepts permitted clients (a login, a guest in guest mode, the machine itself while no password is
 * set), answers pings, and disconnects clients whose login has ended.
 */
@WebSocketGateway({ path: WS_PATH })
export class RealtimeGateway implements OnGatewayConnection, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('realtime');
  private readonly clients = new Set<Client>();
  private readonly limits = new ConnectionPlaces(SOCKETS);
  constructor(
    private readonly access: Access,
    private readonly sessions: Sessions,
    private readonly settings: Settings,
    private readonly realtime: Realtime,
    private readonly config: HttpConfig,
    scheduler: Scheduler,
  ) {
    scheduler.every('websocket-ping', { intervalMs: HEARTBEAT_MS, where: 'every-instance' }, () => {
      this.beat();
    });
  }

  onApplicationBootstrap(): void {
    this.sessions.onEnd((hash) => {
      for (const client of this.clients)
        if (client.caller.session !== null && (hash === null || client.caller.session === hash)) refuse(client.socket);
    });
    this.settings.onValues(({ guest_mode }) => {
      if (guest_mode) return;
      for (const client of this.clients) if (client.caller.level === 'guest') this.endIfLost(client);
    });
  }

  beforeApplicationShutdown(): void {
    for (const { socket } of this.clients) socket.close(CLOSE_GOING_AWAY, 'The server stops.');
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    // The client's hello may arrive before its access is checked, so it waits in the paused socket.
    socket.pause();
    const place = this.limits.take(limitKey(callerAddress(request, this.config.trustProxy)));
    socket.once('close', () => {
      place.free();
    });
    if (place.isCrowded && sessionOf(request.headers.cookie) === null) {
      socket.terminate();
      return;
    }
    this.admit(socket, request, place)
      .catch((error: unknown) => {
        this.log.warn(`websocket client rejected: ${messageOf(error)}`);
        socket.close(CLOSE_TRY_LATER, 'Try again later.');
      })
      .finally(() => {
        socket.resume();
        // A client that does not answer the close would stay open for 30 s.
        if (socket.readyState !== socket.OPEN) endSoon(socket);
      });
  }

  /** Disconnects clients that do not answer pings or that lost their access. */
  beat(): void {
    for (const client of this.clients) {
      if (!client.isAlive) {
        client.socket.terminate();
        continue;
      }
      client.isAlive = false;
      client.socket.ping();
      this.endIfLost(client);
    }
  }

  /** Disconnects a client that lost its access. While the database is unavailable, the next beat checks again. */
  private endIfLost({ socket, caller }: Client): void {
    void this.access.mayStay(caller).then(
      (may) => {
        if (!may) refuse(socket);
      },
      () => undefined,
    );
  }

  private async admit(socket: WebSocket, request: IncomingMessage, place: ConnectionPlace): Promise<void> {
    if (!this.settings.get('websocket_enabled')) {
      socket.close(CLOSE_NORMAL, 'Live updates are switched off.');
      return;
    }
    const { level, passwordSet, session } = await this.access.callerOf(request);
    if (level === 'none' || !isSocketOriginOurs(request.headers, this.config.trustProxy)) {
      refuse(socket);
      return;
    }
    if (!place.keep(level === 'admin')) {
      socket.close(CLOSE_TRY_LATER, 'Too many open pages.');
      return;
    }
    if (socket.readyState === socket.OPEN)
      this.join(socket, { level, passwordSet, session }, languageFound(request.headers['x-language']));
  }

  private join(socket: WebSocket, caller: Caller, language: Language | null): void {
    const client: Client = { socket, caller, isAlive: true };
    const queue = new ClientQueue(socket, () => {
      socket.terminate();
    });
    const listener: Listener = { caller, queue, isLean: false, language };
    const leave = this.realtime.add(listener);
    this.clients.add(client);
    socket.on('close', () => {
      leave();
      this.clients.delete(client);
    });
    socket.on('pong', () => {
      client.isAlive = true;
    });
    socket.on('message', (data, isBinary) => {
      client.isAlive = true;
      if (!isBinary && Buffer.isBuffer(data)) answer(listener, data.toString('utf8'));
    });
    queue.push({ key: null, text: JSON.stringify({ action: 'connected', data: { version: this.config.version } }) });
    // Its access may have ended while it was checked, before it was in the list.
    this.endIfLost(client);
  }
}

const CLOSE_ANSWER_MS = 2_000;
const endSoon = (socket: WebSocket): void => {
  setTimeout(() => {
    socket.terminate();
  }, CLOSE_ANSWER_MS).unref();
};

const refuse = (socket: WebSocket): void => {
  socket.close(WS_CLOSE_UNAUTHENTICATED, 'Authentication required.');
};

/** Answers v0's bare text `ping` and its hello; ignores everything else. */
function answer(listener: Listener, received: string): void {
  if (received.length <= 6 && received.replaceAll('"', '') === 'ping') {
    listener.queue.push({ key: 'pong', text: 'pong' });
    return;
  }
  const hello = WsHello.safeParse(jsonOf(received)).data;
  if (!hello) return;
  listener.isLean = hello.lean === true;
  listener.language = languageFound(hello.language) ?? listener.language;
  listener.queue.push({ key: 'init', text: INIT_FRAME });
}

const INIT_FRAME = JSON.stringify({ action: 'init', data: { hello: 'world' } });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
