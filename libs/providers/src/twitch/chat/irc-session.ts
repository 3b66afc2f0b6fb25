import { randomInt } from 'node:crypto';
import { WebSocket, type RawData } from 'ws';
import { OWN_REQUEST_HEADERS } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { message, type OwnMessage, verbatim } from '#libs/messages';
import { type ChatTiming } from './chat-timing.js';
import { parseIrcLine, type IrcLine, LineBuffer } from './irc-line.js';

/** Called in order; nothing follows `onEnded`. */
export interface SessionHandlers {
  onJoined(): void;
  /**
   * A line of the room.
   * @param seenAt ms since the Unix epoch
   */
  onLine(line: IrcLine, seenAt: number): void;
  /**
   * Called after the lines that arrived together.
   * @param completeUntil {@link IrcSession.completeUntil}
   */
  onReceived(completeUntil: number): void;
  /** The server is about to close this connection. */
  onMove(): void;
  onEnded(reason: OwnMessage): void;
}
export interface SessionPlace {
  readonly url: string;
  readonly login: string;
  readonly timing: ChatTiming;
}

const MAX_FRAME_BYTES = 128 * 1024;
/** A line that seems to be under way for longer comes from a server whose clock differs from ours. */
const MAX_TRANSIT_MS = 10_000;
/** The reason if the server did not answer the JOIN: the room may have been renamed. */
export const NOT_LET_IN = message('chat.not-let-in');
const JOIN_ANSWERS = new Set(['JOIN', '366', 'ROOMSTATE']);

/**
 * One connection to one room as a guest: logs in, joins, and checks the connection with its own PINGs. It ends once,
 * for any reason, and is not reused. https://dev.twitch.tv/docs/chat/irc/
 */
export class IrcSession {
  /**
   * All that the server sent before this has arrived, ms since the Unix epoch. Data that waited in the socket arrives
   * later than it was sent: what followed it may be lost with the connection although it was sent before the arrival.
   */
  completeUntil = Date.now();
  private lastReceivedAt = this.completeUntil;
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
    // Invalid UTF-8 in a name or a text costs one character, not the connection.
    this.socket = new WebSocket(url, {
      headers: OWN_REQUEST_HEADERS,
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
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
      this.terminate(this.socket.readyState === WebSocket.OPEN ? NOT_LET_IN : message('chat.no-answer'));
    }, timing.joinWithinMs);
    this.pingTimer = setInterval(() => {
      this.ping();
    }, timing.pingEveryMs);
  }

  /**
   * Leaves the room after receiving pending messages.
   * @returns false if the server no longer answered
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
    this.completeUntil = this.lastReceivedAt;
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
    for (const text of this.lines.push((data as Buffer).toString('utf8'))) {
      const line = parseIrcLine(text);
      if (!line) continue;
      this.completeUntil = sentAt(line, this.lastReceivedAt);
      this.take(line);
    }
    this.handlers.onReceived(this.completeUntil);
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
      this.terminate(verbatim(text));
    else this.takeOfRoom(line);
  }

  private takeOfRoom(line: IrcLine): void {
    if (!this.isJoined && JOIN_ANSWERS.has(line.command) && line.params.includes(this.room)) this.join();
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
    // Only the first unanswered PING has a timer: one timer per PING would outlive the connection.
    this.pongTimer ??= setTimeout(() => {
      this.terminate(message('chat.dead'));
    }, this.place.timing.pongWithinMs);
  }

  private send(line: string): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(`${line}\r\n`);
  }

  /** Terminates the connection. */
  private terminate(reason: OwnMessage): void {
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

/** When the server sent the line, ms since the Unix epoch; a line without a time, or with another clock's, when it arrived. */
function sentAt({ tags }: IrcLine, receivedAt: number): number {
  const sent = Number(tags['tmi-sent-ts']);
  return receivedAt - MAX_TRANSIT_MS <= sent && sent < receivedAt ? sent : receivedAt;
}
