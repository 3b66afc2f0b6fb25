import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocketServer, type WebSocket } from 'ws';
import { type ChatRecord } from '#libs/contracts';
import { english, type Message, message } from '#libs/messages';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { ChatFollower } from './chat-follower.js';
import { CHAT_TIMING, type ChatTiming } from './chat-timing.js';
import { JoinPace } from './join-pace.js';
import { TwitchChat } from './twitch.chat.js';

const QUICK: ChatTiming = {
  ...CHAT_TIMING,
  retryMs: 2,
  mostRetryMs: 10,
  steadyMs: 0,
  overlapMs: 20,
  drainMs: 200,
  joins: 1000,
};

/** A guest of the room, as the server has it. */
interface Guest {
  readonly socket: WebSocket;
  readonly received: string[];
  room: string | null;
}

/** A small chat server, which accepts each login; each test defines its other answers. */
class Room extends EventEmitter {
  readonly guests: Guest[] = [];
  isMute = false;
  isLocked = false;
  /** Login of the channel, as look-ups by its id return it; null: they fail. */
  login: string | null = null;
  /** It takes connections, and never says a word. */
  isDeaf = false;
  private readonly http: Server = createServer((_req, res) => {
    res.writeHead(this.login === null ? 500 : 200).end(`[{"data":{"user":{"id":"7","login":"${this.login}"}}}]`);
  });
  private readonly sockets = new WebSocketServer({ noServer: true });

  async start(): Promise<number> {
    this.http.on('upgrade', (request, socket, head) => {
      if (this.isDeaf)
        this.once('stop', () => {
          socket.destroy();
        });
      else
        this.sockets.handleUpgrade(request, socket, head, (guest) => {
          this.welcome(guest);
        });
    });
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    return (this.http.address() as AddressInfo).port;
  }
  async stop(): Promise<void> {
    this.emit('stop');
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    this.http.closeAllConnections();
    await new Promise((done) => this.http.close(done));
  }
  /** The nth guest (from 1) once it is in the room. */
  async joined(count: number): Promise<Guest> {
    while (this.guests.filter(({ room }) => room !== null).length < count) await once(this, 'join');
    return this.guests.filter(({ room }) => room !== null)[count - 1]!;
  }
  private welcome(socket: WebSocket): void {
    const guest: Guest = { socket, received: [], room: null };
    this.guests.push(guest);
    socket.on('message', (data) => {
      for (const line of (data as Buffer).toString().split('\r\n').filter(Boolean)) this.receive(guest, line);
    });
  }
  private receive(guest: Guest, line: string): void {
    guest.received.push(line);
    const [command, rest = ''] = line.split(/ (.*)/s);
    if (!this.isMute && command === 'NICK')
      guest.socket.send(`:tmi.twitch.tv 001 ${rest} :Welcome\r\n:tmi.twitch.tv 376 ${rest} :>\r\n`);
    if (!this.isMute && command === 'JOIN' && !this.isLocked) {
      guest.room = rest;
      guest.socket.send(`:me!me@me JOIN ${rest}\r\n@room-id=7 :tmi.twitch.tv ROOMSTATE ${rest}\r\n`);
      this.emit('join');
    }
    if (!this.isMute && command === 'PING') guest.socket.send(':tmi.twitch.tv PONG tmi.twitch.tv :x\r\n');
    this.emit(command ?? '', guest);
  }
}

const lineOf = (id: string, sentAt = 5): string =>
  `@id=${id};tmi-sent-ts=${String(sentAt)} :ann!ann@ann PRIVMSG #room :${id}\r\n`;

describe('following a chat', () => {
  let room: Room;
  let records: ChatRecord[];
  let states: string[];
  let stop: AbortController;
  let running: Promise<void>;
  let events: EventEmitter;
  let lastReceivedAt: number[];
  let chat: (timing?: Partial<ChatTiming>, login?: string) => void;
  let port: number;

  const ids = (): readonly string[] => records.flatMap((r) => (r.t === 'message' ? [r.id] : []));
  const gaps = (): readonly unknown[] => records.flatMap((r) => (r.t === 'gap' ? [r.reason] : []));
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await once(events, 'event');
  };

  beforeEach(async () => {
    room = new Room();
    port = await room.start();
    [records, states, stop, events, running] = [[], [], new AbortController(), new EventEmitter(), Promise.resolve()];
    lastReceivedAt = [];
    chat = (timing = {}, login = 'Room') => {
      const handlers = {
        onRecord: (r: ChatRecord) => {
          records.push(r);
          events.emit('event');
        },
        onState: (s: string, why: Message | null) => {
          states.push(why === null ? s : `${s}: ${english(why)}`);
          events.emit('event');
        },
        onReceived: (at: number) => {
          lastReceivedAt.push(at);
          events.emit('event');
        },
      };
      running = new TwitchChat(new SiteAddresses(`http://127.0.0.1:${port}/h/{host}`), { ...QUICK, ...timing }).follow(
        { sourceId: '7', login },
        handlers,
        stop.signal,
      );
    };
  });
  afterEach(async () => {
    stop.abort();
    await running;
    await room.stop();
  });

  it('comes in as a guest, asks for tags and commands, and joins one room in lower case', async () => {
    chat();
    const { received } = await room.joined(1);
    expect(received).toEqual([
      'CAP REQ :twitch.tv/tags twitch.tv/commands',
      expect.stringMatching(/^NICK justinfan\d+$/),
      'JOIN #room',
    ]);
    await until(() => records.length > 0);
    expect(states).toEqual(['joined']);
    expect(records).toMatchObject([{ t: 'room', tags: { 'room-id': '7' } }]);
  });
  it('tells lines that frames cut anywhere, in their order', async () => {
    chat();
    const { socket } = await room.joined(1);
    const whole = lineOf('a') + lineOf('b') + lineOf('c');
    for (const part of [whole.slice(0, 10), whole.slice(10, 70), whole.slice(70)]) socket.send(part);
    await until(() => ids().length === 3);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });
  it('keeps the connection when a text is no UTF-8', async () => {
    chat();
    const { socket } = await room.joined(1);
    socket.send(
      Buffer.concat([Buffer.from('@id=a :ann!a@a PRIVMSG #room :x'), Buffer.from([0xff, 0xfe]), Buffer.from('\r\n')]),
      { binary: false },
    );
    socket.send(lineOf('b'));
    await until(() => ids().length === 2);
    expect(records.find((r) => r.t === 'message')).toMatchObject({ text: 'x\ufffd\ufffd' });
    expect(states).toEqual(['joined']);
  });
  it("answers the server's PING", async () => {
    chat();
    const { socket, received } = await room.joined(1);
    socket.send('PING :tmi.twitch.tv\r\n');
    await once(room, 'PONG');
    expect(received.at(-1)).toBe('PONG :tmi.twitch.tv');
  });
  it('P41 comes back after a drop, records the gap, and tells nothing twice', async () => {
    chat();
    const first = await room.joined(1);
    room.isMute = true;
    const lastSentAt = Date.now() - 3000;
    first.socket.send(lineOf('a') + lineOf('b', lastSentAt));
    await until(() => ids().length === 2);
    room.isMute = false;
    first.socket.terminate();
    const second = await room.joined(2);
    second.socket.send(lineOf('b') + lineOf('c'));
    await until(() => ids().length === 3);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(states).toEqual(['joined', expect.stringMatching(/^away: /), 'joined']);
    const gap = records.find((r) => r.t === 'gap')!;
    expect(records.indexOf(gap)).toBeLessThan(records.findIndex((r) => r.t === 'message' && r.id === 'c'));
    expect(gap.at).toBe(lastSentAt);
    expect(gap.until).toBeGreaterThanOrEqual(gap.at);
  });
  it('tries for as long as it takes, and says that it was away from the start', async () => {
    room.isLocked = true;
    chat({ joinWithinMs: 1000 });
    await until(() => states.length > 0);
    expect(states).toEqual(['away: the chat room refused the connection']);
    while (room.guests.length < 3) await once(room, 'JOIN');
    room.isLocked = false;
    await until(() => states.at(-1) === 'joined');
    expect(gaps()).toEqual([message('chat.not-let-in')]);
  });
  it('a server that never answers is distinguished from a room that is closed', async () => {
    room.isDeaf = true;
    chat({ joinWithinMs: 20 });
    await until(() => states.length > 0);
    expect(states).toEqual([
      expect.stringMatching(/^away: (the chat server did not answer|Opening handshake has timed out)$/),
    ]);
  });
  it('follows the channel to its new name', async () => {
    [room.isLocked, room.login] = [true, 'newname'];
    chat({ joinWithinMs: 300 });
    while (!room.guests.some(({ received }) => received.includes('JOIN #newname'))) await once(room, 'JOIN');
    room.isLocked = false;
    await until(() => states.at(-1) === 'joined');
    expect(room.guests.find(({ room: name }) => name !== null)?.room).toBe('#newname');
  });
  it('goes by the id alone where no login is known, and into no room before', async () => {
    chat({}, '');
    await until(() => states.length > 0);
    expect(states).toEqual(['away: the name of the chat room is unknown, and the site does not provide it']);
    room.login = 'newname';
    await until(() => states.at(-1) === 'joined');
    expect(room.guests.flatMap(({ received }) => received.filter((line) => line.startsWith('JOIN')))).toEqual([
      'JOIN #newname',
    ]);
  });
  it('says when the site sent anything, also in silence, and never of a dead connection', async () => {
    chat({ pingEveryMs: 20, pongWithinMs: 60_000 });
    await room.joined(1);
    const before = lastReceivedAt.length;
    await until(() => lastReceivedAt.length > before + 3);
    room.isMute = true;
    const { received } = await room.joined(1);
    const pings = (): number => received.filter((line) => line.startsWith('PING')).length;
    const sent = pings();
    while (pings() < sent + 2) await once(room, 'PING');
    const last = lastReceivedAt.length;
    while (pings() < sent + 5) await once(room, 'PING');
    expect([lastReceivedAt.length, states]).toEqual([last, ['joined']]);
  });
  it('leaves a socket that is open and dead', async () => {
    chat({ pingEveryMs: 50, pongWithinMs: 250 });
    const first = await room.joined(1);
    await once(room, 'PING');
    room.isMute = true;
    await until(() => states.length >= 2);
    room.isMute = false;
    await room.joined(2);
    await until(() => states.length >= 3);
    expect(states[1]).toBe('away: the connection stopped responding');
    expect(first.received.filter((line) => line.startsWith('PING')).length).toBeGreaterThanOrEqual(2);
  });
  it('listens at a second socket before the one that the server will close is left', async () => {
    chat();
    const first = await room.joined(1);
    first.socket.send(':tmi.twitch.tv RECONNECT\r\n');
    const second = await room.joined(2);
    for (const { socket } of [first, second])
      socket.send(`${lineOf('a')}@msg-id=slow_on :tmi.twitch.tv NOTICE #room :slow\r\n`);
    await once(first.socket, 'close');
    second.socket.send(lineOf('b'));
    await until(() => ids().length === 2);
    expect(ids()).toEqual(['a', 'b']);
    expect(records.filter((r) => r.t === 'room' && r.text === 'slow')).toHaveLength(1);
    expect({ states, gaps: gaps() }).toEqual({ states: ['joined'], gaps: [] });
  });
  it('stays at the old socket while no other lets it in', async () => {
    chat({ joinWithinMs: 300 });
    const first = await room.joined(1);
    room.isLocked = true;
    first.socket.send(':tmi.twitch.tv RECONNECT\r\n');
    while (room.guests.length < 3) await once(room, 'JOIN');
    first.socket.send(lineOf('a'));
    await until(() => ids().length === 1);
    expect(states).toEqual(['joined']);
    room.isLocked = false;
    await room.joined(2);
    await once(first.socket, 'close');
    expect(gaps()).toEqual([]);
  });
  it('says why it is refused', async () => {
    chat();
    room.isMute = true;
    await once(room, 'NICK');
    room.guests[0]!.socket.send(':tmi.twitch.tv NOTICE * :Login unsuccessful\r\n');
    await until(() => states.length > 0);
    expect(states).toEqual(['away: Login unsuccessful']);
  });
  it('tells what was on its way when it is stopped', async () => {
    chat({ drainMs: 10_000 });
    const { socket } = await room.joined(1);
    for (let n = 0; n < 100; n += 1) socket.send(lineOf(`m${n}`));
    await until(() => ids().length > 0);
    stop.abort();
    await running;
    expect(ids()).toHaveLength(100);
    expect(gaps()).toEqual([]);
  });
  it('stops at once while it waits for a place among those who join', async () => {
    room.isLocked = true;
    chat({ joinWithinMs: 300, joins: 1, joinsInMs: 600_000 });
    await once(room, 'JOIN');
    await once(room.guests[0]!.socket, 'close');
    stop.abort();
    await running;
    expect(room.guests).toHaveLength(1);
  });
  it('records the gap when it is stopped while it is away', async () => {
    chat({ retryMs: 60_000, mostRetryMs: 60_000 });
    const { socket } = await room.joined(1);
    await until(() => states.length === 1);
    socket.terminate();
    await until(() => states.length >= 2);
    stop.abort();
    await running;
    expect(gaps()).toHaveLength(1);
  });
  it('ends in time when the server says nothing at the end, and records that nothing was received', async () => {
    chat({ drainMs: 30 });
    const { socket } = await room.joined(1);
    await until(() => states.length === 1);
    room.isMute = true;
    const lastSentAt = Date.now() - 3000;
    socket.send(lineOf('a', lastSentAt));
    await until(() => ids().length === 1);
    socket.pause();
    stop.abort();
    await running;
    expect(gaps()).toEqual([message('chat.dead')]);
    expect(records.find(({ t }) => t === 'gap')?.at).toBe(lastSentAt);
  });
  it('leaves every connection when it breaks', async () => {
    let sent = 0;
    const follower = new ChatFollower(
      {
        url: `ws://127.0.0.1:${port}/`,
        timing: QUICK,
        pace: new JoinPace({ count: 1000, inMs: 1 }),
        login: () => ((sent += 1) === 1 ? Promise.resolve('room') : Promise.reject(new RangeError('no name'))),
      },
      { onRecord: () => undefined, onState: () => undefined },
      stop.signal,
    );
    const broken = expect(follower.run()).rejects.toThrow('no name');
    const { socket } = await room.joined(1);
    const isLeft = once(socket, 'close');
    socket.send(':tmi.twitch.tv RECONNECT\r\n');
    await Promise.all([broken, isLeft]);
  });
  it('does nothing when it was stopped before', async () => {
    stop.abort();
    chat();
    await running;
    expect({ states, guests: room.guests }).toEqual({ states: [], guests: [] });
  });
});
