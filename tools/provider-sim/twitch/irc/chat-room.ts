import type { TwitchChannel } from '../world.js';
import type { ChatRecord } from './chat-log.js';
import type { IrcConnection, OutLine } from './irc-connection.js';
import { commandOf, tagOf } from './irc-line.js';
import { OPEN_ROOM, type RoomState } from './room-state.js';

export interface SayOptions {
  /** Part of a burst: the log does not store its text. */
  readonly isBurst?: boolean;
}

/** The chat of one account: its members, its room state, and its log. */
export class ChatRoom {
  readonly members = new Set<IrcConnection>();
  state: RoomState = OPEN_ROOM;

  /** @param regulars logins that a client with the membership capability sees as members */
  constructor(
    readonly channel: TwitchChannel,
    private readonly record: ChatRecord,
    readonly regulars: readonly string[],
  ) {}

  say(lines: readonly string[], { isBurst = false }: SayOptions = {}): void {
    const shown: OutLine[] = lines.map((text) => ({ command: commandOf(text), text }));
    const listeners = [...this.members].filter(({ isDead }) => !isDead);
    for (const listener of listeners) listener.show(shown);
    for (const { command, text } of shown) {
      const at = Number(tagOf(text, 'tmi-sent-ts') ?? '');
      this.record.add({
        at: at > 0 ? at : Date.now(),
        id: tagOf(text, 'id'),
        command,
        listeners: listeners.length,
        ...(isBurst ? {} : { line: text }),
      });
    }
  }
}
