import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteUpgrade } from '../site.js';
import type { TwitchFaultMode } from '../twitch-spec.js';
import type { TwitchChannel } from '../world.js';
import { ChatRoom } from './chat-room.js';
import { IrcConnection, type ConnectionPorts } from './irc-connection.js';
import { RateWindow } from './rate-window.js';
import { Talker } from './talker.js';

const IRC_HOST = 'irc-ws.chat.twitch.tv';

/** Twitch's own limits (docs/reference/twitch.md#chat-over-irc); the interval of PINGs is not published. */
export interface IrcLimits {
  readonly joins: number;
  readonly logins: number;
  readonly windowMs: number;
  readonly pingEveryMs: number;
  /** Time from RECONNECT to the end of the connection. */
  readonly reconnectGraceMs: number;
}
const IRC_LIMITS: IrcLimits = {
  joins: 20,
  logins: 20,
  windowMs: 10_000,
  pingEveryMs: 285_000,
  reconnectGraceMs: 10_000,
};

interface Limited {
  readonly joins: RateWindow;
  readonly logins: RateWindow;
}

/** The chat server: the rooms of all accounts, and the connected clients. */
class IrcServer implements Site {
  readonly hosts = [IRC_HOST];
  private readonly sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  private readonly connections = new Set<IrcConnection>();
  private readonly rooms: ReadonlyMap<TwitchChannel, ChatRoom>;
  private readonly talkers: ReadonlyMap<TwitchChannel, Talker>;
  private readonly limited = new Map<string, Limited>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly pings: NodeJS.Timeout;
  private refusesUntil = 0;

  constructor(
    private readonly ports: SitePorts,
    private readonly limits: IrcLimits,
  ) {
    const { world, actions, seed, chat } = ports;
    this.rooms = new Map(
      world.channels.map((channel) => [
        channel,
        new ChatRoom(channel, chat.of(channel.userId), Talker.regulars(channel, seed)),
      ]),
    );
    this.talkers = new Map([...this.rooms].map(([channel, room]) => [channel, new Talker(room, seed)]));
    world.on('online', (channel) => {
      this.talkers.get(channel)?.start();
    });
    world.on('offline', (channel) => {
      this.talkers.get(channel)?.stop();
    });
    /* Clients that joined by the old name receive nothing any more. */
    world.on('rename', (channel) => {
      this.emptyRoom(channel);
    });
    actions.on('say', (channel, action) => {
      this.talkers.get(channel)?.say(action);
    });
    actions.on('burst', (channel, action) => {
      this.talkers.get(channel)?.burst(action);
    });
    actions.on('chat', (_, { how, forMs }) => {
      if (how === 'drop') this.drop(forMs ?? 0);
      else this.requestReconnect(forMs ?? limits.reconnectGraceMs);
    });
    actions.on('site-fault', (_, { on, mode }) => {
      if (on === 'irc' && mode === 'hang') for (const connection of this.connections) connection.isDead = true;
    });
    this.pings = setInterval(() => {
      for (const connection of this.connections) connection.ping();
    }, limits.pingEveryMs);
    this.pings.unref();
  }

  handle({ response }: Parameters<Site['handle']>[0]): void {
    response.writeHead(426, { connection: 'upgrade', upgrade: 'websocket' }).end();
  }

  upgrade({ request, socket, head }: SiteUpgrade): void {
    if (Date.now() < this.refusesUntil) {
      socket.destroy();
      return;
    }
    const mode = this.ports.faults.match('irc');
    if (mode !== null && mode !== '401') {
      refuse(socket, mode);
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = new IrcConnection(opened, this.portsFor(request, mode === '401'));
      this.connections.add(connection);
      opened.on('close', () => {
        this.connections.delete(connection);
      });
    });
  }

  stop(): void {
    clearInterval(this.pings);
    for (const timer of this.timers) clearTimeout(timer);
    for (const talker of this.talkers.values()) talker.end();
    for (const connection of this.connections) connection.kill();
  }

  private emptyRoom(channel: TwitchChannel): void {
    const room = this.rooms.get(channel);
    if (!room) return;
    for (const member of room.members) member.rooms.delete(room);
    room.members.clear();
  }

  private portsFor(request: IncomingMessage, refusesLogin: boolean): ConnectionPorts {
    const address = request.socket.remoteAddress ?? '';
    const limited = this.limited.get(address) ?? {
      joins: new RateWindow(this.limits.joins, this.limits.windowMs),
      logins: new RateWindow(this.limits.logins, this.limits.windowMs),
    };
    this.limited.set(address, limited);
    return {
      room: (login) => [...this.rooms.values()].find(({ channel }) => channel.login === login) ?? null,
      mayJoin: () => limited.joins.take(Date.now()),
      refusal: (nick, pass) => {
        if (refusesLogin || !limited.logins.take(Date.now())) return 'Login unsuccessful';
        return this.refusalOf(nick, pass);
      },
    };
  }

  private refusalOf(nick: string, pass: string | null): string | null {
    if (/^justinfan\d+$/.test(nick)) return null;
    const token = /^oauth:(.+)$/.exec(pass ?? '')?.[1];
    if (token === undefined) return 'Improperly formatted auth';
    return (this.ports.tokens.find(token)?.userId ?? null) === null ? 'Login authentication failed' : null;
  }

  /** A netsplit: all connections end without a closing handshake, and no client can connect for this time. */
  private drop(forMs: number): void {
    this.refusesUntil = Date.now() + forMs;
    for (const connection of this.connections) connection.break();
  }

  private requestReconnect(graceMs: number): void {
    const open = [...this.connections];
    for (const connection of open) connection.requestReconnect();
    const timer = setTimeout(() => {
      for (const connection of open) connection.end();
    }, graceMs);
    this.timers.add(timer);
  }
}

/** Refuses a handshake: with a gateway error, a closed connection, or no response. */
function refuse(socket: SiteUpgrade['socket'], mode: TwitchFaultMode): void {
  if (mode === 'hang' || mode === 'slow' || mode === 'stall') return;
  if (/^\d+$/.test(mode)) socket.end(`HTTP/1.1 ${mode} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  else socket.destroy();
}

/**
 * Twitch's chat over a websocket (docs/reference/twitch.md#chat-over-irc). Simulated viewers write messages while a
 * channel is live.
 */
export const ircSite = (ports: SitePorts, limits: Partial<IrcLimits> = {}): Site =>
  new IrcServer(ports, { ...IRC_LIMITS, ...limits });
