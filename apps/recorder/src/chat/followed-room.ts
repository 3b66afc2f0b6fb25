import { setTimeout as wait } from 'node:timers/promises';
import { type ChatRecord } from '#libs/contracts';
import { localizedOf } from '#libs/errors';
import { type Message } from '#libs/messages';
import { type ChatSource, type ChatTarget } from '#libs/providers';
import { type LogFields } from '#libs/service-kit';
import { type ChatLogPorts } from './chat-ports.js';

interface RoomListener {
  readonly target: ChatTarget;
  /** Fields that identify the chat in the log. */
  readonly about: LogFields;
  readonly onRecord: (record: ChatRecord) => void;
  /** Called at the first join and at each rejoin. */
  readonly onJoined: () => void;
}

/**
 * Follows a channel's chat, also when its room is renamed. A source should stay connected by itself; if it fails, this
 * class starts it again.
 */
export class FollowedRoom {
  state: 'joining' | 'joined' | 'away' = 'joining';
  /** Why the room is away. */
  reason: Message | null = null;
  login: string;
  /** Everything that the site sent before this time is reported; ms since the Unix epoch. */
  completeUntil: number | null = null;
  /** Aborted if the channel moves to another room. */
  private room = new AbortController();

  constructor(
    private readonly listener: RoomListener,
    private readonly ports: Pick<ChatLogPorts, 'times' | 'log'>,
  ) {
    this.login = listener.target.login;
  }

  /** Twitch sends nothing to the old room after a rename (docs/reference/twitch.md). */
  move(login: string): void {
    this.login = login;
    this.room.abort();
  }

  /** Follows until `signal` aborts. Never rejects. */
  async follow(source: ChatSource, signal: AbortSignal): Promise<void> {
    const {
      times: { retryMs, retryMaxMs },
      log,
    } = this.ports;
    const {
      target: { sourceId },
      about,
      onRecord,
    } = this.listener;
    const handlers = {
      onRecord: (record: ChatRecord) => {
        this.logErrors(() => {
          onRecord(record);
        });
      },
      onState: (state: 'joined' | 'away', reason: Message | null) => {
        this.logErrors(() => {
          this.setState(state, reason);
        });
      },
      onReceived: (completeUntil: number) => {
        this.completeUntil = completeUntil;
      },
    };
    const isStopped = (): boolean => signal.aborted;
    for (let pause = retryMs; !isStopped(); pause = Math.min(retryMaxMs, pause * 2)) {
      this.room = new AbortController();
      const room = this.room.signal;
      try {
        await source.follow({ sourceId, login: this.login }, handlers, AbortSignal.any([signal, room]));
      } catch (error) {
        if (isStopped()) return;
        Object.assign(this, { state: 'away', reason: localizedOf(error) });
        log.failure('chat connection failed, reconnecting', error, about);
      }
      if (room.aborted) {
        pause = retryMs;
        continue;
      }
      if (!isStopped()) await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Sources call these handlers from socket events, where an exception would end the process and all its captures. */
  private logErrors(handle: () => void): void {
    try {
      handle();
    } catch (error) {
      this.ports.log.failure('chat record not saved', error, this.listener.about);
    }
  }

  private setState(state: 'joined' | 'away', reason: Message | null): void {
    Object.assign(this, { state, reason });
    if (state === 'joined') this.listener.onJoined();
  }
}
