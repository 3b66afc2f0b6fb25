import type { WebSocket } from 'ws';
import type { ChatRoom } from './chat-room.js';
import { joined, notice, ownState, pong, SERVER, welcome } from './greeting.js';
import { ircLine, maskOf, parseClientLine, withoutTags, type ClientLine } from './irc-line.js';
import { wholeRoomState } from './room-state.js';

const CAPABILITIES = ['twitch.tv/tags', 'twitch.tv/commands', 'twitch.tv/membership'] as const;
type Capability = (typeof CAPABILITIES)[number];
const isCapability = (name: string): name is Capability => CAPABILITIES.some((known) => known === name);

/** Commands that a client receives only with `twitch.tv/commands`. */
const COMMANDS = new Set([
  'CLEARCHAT',
  'CLEARMSG',
  'NOTICE',
  'RECONNECT',
  'ROOMSTATE',
  'USERNOTICE',
  'USERSTATE',
  'GLOBALUSERSTATE',
]);
const FRAME_BYTES = 16_000;
/**
 * One of this many frames is sent in two fragments, split anywhere: a client must not treat a fragment as a message.
 */
const FRAGMENT_EVERY = 7;

/** Functions of the server that a connection uses. */
export interface ConnectionPorts {
  /** null: the channel does not exist */
  room(login: string): ChatRoom | null;
  /** Counts one more channel for this client; false if it joins too many channels in the time window. */
  mayJoin(): boolean;
  /** null if the login is valid, otherwise the text of the NOTICE before the connection ends. */
  refusal(nick: string, pass: string | null): string | null;
}

/** A line of a room, with the command that decides which clients receive it. */
export interface OutLine {
  readonly command: string;
  readonly text: string;
}

/** More than the delivery of a frame takes on a busy machine. */
const DELIVERY_MS = 300;

/** One client of the chat: its capabilities and its rooms. */
export class IrcConnection {
  readonly rooms = new Set<ChatRoom>();
  /** Sends nothing any more, not even a PONG: a connection that broke and was not closed. */
  isDead = false;
  private readonly capabilities = new Set<Capability>();
  private pass: string | null = null;
  private nick: string | null = null;
  private waiting: string[] = [];
  private frames = 0;
  private missedPongs = 0;
  private readonly commands: Readonly<Partial<Record<string, (line: ClientLine) => void>>> = {
    CAP: (line) => {
      this.negotiate(line);
    },
    PASS: ({ last }) => {
      this.pass = last;
    },
    NICK: ({ last }) => {
      this.logIn(last.toLowerCase());
    },
    USER: () => undefined,
    PING: ({ last }) => {
      this.write(pong(last));
    },
    PONG: () => {
      this.missedPongs = 0;
    },
    QUIT: () => {
      this.end();
    },
    JOIN: (line) => {
      this.receiveMember(line);
    },
    PART: (line) => {
      this.receiveMember(line);
    },
    PRIVMSG: (line) => {
      this.receiveMember(line);
    },
  };

  constructor(
    private readonly socket: WebSocket,
    private readonly ports: ConnectionPorts,
  ) {
    socket.on('message', (data: Buffer) => {
      for (const line of data.toString('utf8').split(/\r?\n/))
        if (line !== '' && !this.isDead) this.receive(parseClientLine(line));
    });
    socket.on('close', () => {
      this.leaveAll();
    });
    socket.on('error', () => {
      socket.terminate();
    });
  }

  /** Sends lines of a room, as far as the client's capabilities allow. */
  show(lines: readonly OutLine[]): void {
    const [tags, commands] = [this.capabilities.has('twitch.tv/tags'), this.capabilities.has('twitch.tv/commands')];
    for (const { command, text } of lines)
      if (commands || !COMMANDS.has(command)) this.write(tags ? text : withoutTags(text));
  }

  /** Sends a PING. Closes the connection if the last two had no response. */
  ping(): void {
    if (this.missedPongs >= 2) {
      this.end();
      return;
    }
    this.missedPongs += 1;
    this.write(`PING :${SERVER}`);
  }

  requestReconnect(): void {
    if (this.capabilities.has('twitch.tv/commands')) this.write(ircLine({ command: 'RECONNECT' }));
  }

  /** Closes the connection with a closing handshake. */
  end(): void {
    this.flush();
    this.leaveAll();
    this.socket.close(1000);
  }

  /** Ends the connection without a closing handshake. */
  kill(): void {
    this.leaveAll();
    this.socket.terminate();
  }

  /**
   * Says nothing any more, and is killed when what it has said is delivered: who is killed before loses lines that count
   * as heard.
   */
  break(): void {
    this.leaveAll();
    this.flush();
    this.isDead = true;
    setTimeout(() => {
      this.socket.terminate();
    }, DELIVERY_MS);
  }

  leaveAll(): void {
    for (const room of this.rooms) room.members.delete(this);
    this.rooms.clear();
  }

  private receive(line: ClientLine): void {
    const handler = this.commands[line.command];
    if (handler) handler(line);
    else if (this.nick !== null)
      this.write(ircLine({ command: '421', params: [this.nick, line.command], trailing: 'Unknown command' }));
  }

  /** Commands that need a login. Messages of an anonymous client are dropped. */
  private receiveMember({ command, params }: ClientLine): void {
    const { nick } = this;
    if (nick === null || command === 'PRIVMSG') return;
    for (const name of (params[0] ?? '').split(',')) {
      const login = name.replace(/^#/, '');
      if (command === 'JOIN') this.join(nick, login);
      else this.part(nick, login);
    }
  }

  private negotiate({ params: [how = ''], last }: ClientLine): void {
    if (how.toUpperCase() === 'LS') {
      this.write(ircLine({ command: 'CAP', params: ['*', 'LS'], trailing: CAPABILITIES.join(' ') }));
      return;
    }
    if (how.toUpperCase() !== 'REQ') return;
    const capabilities = last.split(' ').filter((name) => name !== '');
    const known = capabilities.filter(isCapability);
    const isKnown = known.length === capabilities.length;
    if (isKnown) for (const name of known) this.capabilities.add(name);
    this.write(ircLine({ command: 'CAP', params: ['*', isKnown ? 'ACK' : 'NAK'], trailing: capabilities.join(' ') }));
  }

  private logIn(nick: string): void {
    if (this.nick !== null) return;
    const refusal = this.ports.refusal(nick, this.pass);
    if (refusal !== null) {
      this.write(notice(refusal));
      this.end();
      return;
    }
    this.nick = nick;
    for (const line of welcome(nick)) this.write(line);
    this.show(ownState(nick, null).map((text) => ({ command: 'GLOBALUSERSTATE', text })));
  }

  private join(nick: string, login: string): void {
    if (!this.ports.mayJoin()) return;
    const room = this.ports.room(login);
    if (!room || this.rooms.has(room)) return;
    this.rooms.add(room);
    room.members.add(this);
    const isMember = this.capabilities.has('twitch.tv/membership');
    for (const line of joined(nick, login, [])) this.write(line);
    this.show([
      ...ownState(nick, login).map((text) => ({ command: 'USERSTATE', text })),
      { command: 'ROOMSTATE', text: wholeRoomState(room.channel, room.state) },
    ]);
    if (!isMember) return;
    /* The list of members follows later, in one batch. */
    for (const viewer of room.regulars)
      this.write(ircLine({ prefix: maskOf(viewer), command: 'JOIN', params: [`#${login}`] }));
  }

  private part(nick: string, login: string): void {
    const room = [...this.rooms].find(({ channel }) => channel.login === login);
    if (!room) return;
    this.rooms.delete(room);
    room.members.delete(this);
    this.write(ircLine({ prefix: maskOf(nick), command: 'PART', params: [`#${login}`] }));
  }

  /** Lines written in the same tick leave in one frame, or in several if they are long. */
  private write(line: string): void {
    if (this.isDead) return;
    if (this.waiting.length === 0)
      setImmediate(() => {
        this.flush();
      });
    this.waiting.push(line);
  }

  private flush(): void {
    const lines = this.waiting;
    this.waiting = [];
    if (this.socket.readyState !== this.socket.OPEN) return;
    let frame = '';
    for (const line of lines) {
      frame += `${line}\r\n`;
      if (frame.length < FRAME_BYTES) continue;
      this.send(frame);
      frame = '';
    }
    if (frame !== '') this.send(frame);
  }

  private send(frame: string): void {
    this.frames += 1;
    if (this.frames % FRAGMENT_EVERY !== 0) {
      this.socket.send(frame);
      return;
    }
    const bytes = Buffer.from(frame);
    const cut = Math.ceil(bytes.length / 3);
    this.socket.send(bytes.subarray(0, cut), { binary: false, fin: false });
    this.socket.send(bytes.subarray(cut), { binary: false, fin: true });
  }
}
