import { randomInt } from 'node:crypto';
import { WebSocket, type RawData } from 'ws';
import { messageOf } from '#libs/errors';
import { message, type OwnMessage, verbatim } from '#libs/messages';
import { type ChatTiming } from './chat-timing.js';
import { parseIrcLine, type IrcLine, LineBuffer } from './irc-line.js';

/** Reported in order. After `onEnded` nothing comes. */
export interface SessionHandlers {
  onJoined(): void;
  /** A line of the room. @param seenAt ms since the Unix epoch */
  onLine(line: IrcLine, seenAt: number): void;
  /** After the lines that came with it. @param at ms since the Unix epoch */
  onReceived(at: number): void;
  /** The server is about to close this connection. */
  onMove(): void;
  onEnded(reason: OwnMessage): void;
}
export interface SessionPlace {
  readonly url: string;
  readonly login: string;
  readonly timing: ChatTiming;
}

const MOST_FRAME_BYTES = 1_000_000;
/** Why it ended when the server was silent to our JOIN: the room may have another name now. */
export const NOT_LET_IN = message('chat.not-let-in');
const ANSWERS = new Set(['JOIN', '366', 'ROOMSTATE']);

/**
 * One connection to one room as a guest: logs in, joins, proves by its own PINGs that it lives. Ends once, for whatever
 * reason, and is not used again. https://dev.twitch.tv/docs/chat/irc/
 */
export class IrcSession {
  /** When the server was last received, ms since the Unix epoch. */
  lastReceivedAt = Date.now();
  private isJoined = false;
  private isEnded = false;
  private readonly lines = new LineBuffer();
  private readonly socket: WebSocket;
  private readonly room: string;
  private readonly joinTimer: NodeJS.Timeout;
  private readonly pingTimer: NodeJS.Timeout;
  private pongTimer: NodeJS.Timeout | undefined;
  private fault: OwnMessage | null = null;

  constructor(
    private readonly place: SessionPlace,
    private readonly handlers: SessionHandlers,
  ) {
    const { url, login, timing } = place;
    this.room = `#${login.toLowerCase()}`;
    // A name or a text that is not quite UTF-8 costs a sign, not the connection.
    this.socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MOST_FRAME_BYTES,
      handshakeTimeout: timing.joinWithinMs,
      skipUTF8Validation: true,
    });
    this.socket.on('open', () => {
      this.logIn();
    });
    this.socket.on('message', (data) => {
      this.receive(data);
    });
    this.socket.on('error', (error) => {
      this.fault ??= verbatim(messageOf(error));
    });
    this.socket.on('close', (code) => {
      this.end(this.fault ?? message('chat.closed', { code }));
    });
    this.joinTimer = setTimeout(() => {
      this.give(this.socket.readyState === WebSocket.OPEN ? NOT_LET_IN : message('chat.no-answer'));
    }, timing.joinWithinMs);
    this.pingTimer = setInterval(() => {
      this.ping();
    }, timing.pingEveryMs);
  }

  /**
   * Leaves; what is still on its way is received first.
   * @returns false when the server did not answer any more
   */
  async close(): Promise<boolean> {
    if (this.isEnded) return true;
    let isAnswered = true;
    const closed = new Promise<void>((done) => {
      this.socket.once('close', () => {
        done();
      });
    });
    if (this.socket.readyState === WebSocket.CONNECTING) this.socket.terminate();
    else this.socket.close(1000);
    const deadline = setTimeout(() => {
      isAnswered = false;
      this.socket.terminate();
    }, this.place.timing.drainMs);
    await closed;
    clearTimeout(deadline);
    return isAnswered;
  }

  private logIn(): void {
    this.send('CAP REQ :twitch.tv/tags twitch.tv/commands');
    this.send(`NICK justinfan${randomInt(10_000, 1_000_000)}`);
  }

  private receive(data: RawData): void {
    this.lastReceivedAt = Date.now();
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
    for (const text of this.lines.push((data as Buffer).toString('utf8'))) {
      const line = parseIrcLine(text);
      if (line) this.take(line);
    }
    this.handlers.onReceived(this.lastReceivedAt);
  }

  private take(line: IrcLine): void {
    const {
      command,
      params: [target = '', text = ''],
      tags,
    } = line;
    if (command === 'PING') this.send(`PONG :${target}`);
    else if (command === '001') this.send(`JOIN ${this.room}`);
    else if (command === 'RECONNECT') this.handlers.onMove();
    else if (command === 'NOTICE' && (target === '*' || tags['msg-id'] === 'msg_channel_suspended'))
      this.give(verbatim(text));
    else this.takeOfRoom(line);
  }

  private takeOfRoom(line: IrcLine): void {
    if (!this.isJoined && ANSWERS.has(line.command) && line.params.includes(this.room)) this.join();
    if (line.params[0] === this.room) this.handlers.onLine(line, this.lastReceivedAt);
  }

  private join(): void {
    this.isJoined = true;
    clearTimeout(this.joinTimer);
    this.handlers.onJoined();
  }

  private ping(): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.send('PING :vodkeep');
    // The first that is not answered counts: a timer of each would outlive the connection.
    this.pongTimer ??= setTimeout(() => {
      this.give(message('chat.dead'));
    }, this.place.timing.pongWithinMs);
  }

  private send(line: string): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(`${line}\r\n`);
  }

  /** Gives the connection up. */
  private give(reason: OwnMessage): void {
    this.fault = reason;
    this.socket.terminate();
  }

  private end(reason: OwnMessage): void {
    this.isEnded = true;
    clearTimeout(this.joinTimer);
    clearInterval(this.pingTimer);
    clearTimeout(this.pongTimer);
    this.handlers.onEnded(reason);
  }
}
