import type { WebSocket } from 'ws';
import type { ChatRoom } from './chat-room.js';
import { joined, notice, ownState, pong, SERVER, welcome } from './greeting.js';
import { ircLine, maskOf, parseClientLine, withoutTags, type ClientLine } from './irc-line.js';
import { wholeRoomState } from './room-state.js';

const CAPABILITIES = ['twitch.tv/tags', 'twitch.tv/commands', 'twitch.tv/membership'] as const;
type Capability = (typeof CAPABILITIES)[number];
const isCapability = (name: string): name is Capability => CAPABILITIES.some((known) => known === name);

/** What a client sees only with `twitch.tv/commands`. */
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
/** One in so many frames is sent in two fragments, cut anywhere: a client must not take a fragment for a message. */
const FRAGMENT_EVERY = 7;

/** What a connection asks of its server. */
export interface IrcHall {
  /** null: there is no such channel. */
  room(login: string): ChatRoom | null;
  /** One more channel for this client: false when it asks for too many at once. */
  mayJoin(): boolean;
  /** null when the login is fine, else what the NOTICE says before the connection ends. */
  refusal(nick: string, pass: string | null): string | null;
}

/** A line of a room, with the command that says who may see it. */
export interface OutLine {
  readonly command: string;
  readonly text: string;
}

/** One client of the chat: what it may see, and where it is. */
export class IrcConnection {
  readonly rooms = new Set<ChatRoom>();
  /** Nothing is said any more, not even a PONG: a connection that died and was not closed. */
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
    private readonly hall: IrcHall,
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

  /** Lines of a room, as far as this client asked for their kind. */
  show(lines: readonly OutLine[]): void {
    const [tags, commands] = [this.capabilities.has('twitch.tv/tags'), this.capabilities.has('twitch.tv/commands')];
    for (const { command, text } of lines)
      if (commands || !COMMANDS.has(command)) this.write(tags ? text : withoutTags(text));
  }

  /** A PING; ends the connection that left the last two unanswered. */
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

  /** Closed as it should be. */
  end(): void {
    this.flush();
    this.leaveAll();
    this.socket.close(1000);
  }

  /** Gone without a word. */
  kill(): void {
    this.leaveAll();
    this.socket.terminate();
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

  /** What only a client that has logged in can do. What an anonymous one says is dropped. */
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
    const refusal = this.hall.refusal(nick, this.pass);
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
    if (!this.hall.mayJoin()) return;
    const room = this.hall.room(login);
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
    /* Who is there comes later, in a heap. */
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

  /** All that is said in one go leaves in one frame, or in several when it is much. */
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
