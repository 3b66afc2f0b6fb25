import { setTimeout as pause } from 'node:timers/promises';
import { type ChatRecord } from '#libs/contracts';
import { isSameMessage, message, type OwnMessage } from '#libs/messages';
import { type ChatHandlers } from '../../kit/chat-source.js';
import { type ChatTiming } from './chat-timing.js';
import { type IrcLine } from './irc-line.js';
import { IrcSession, NOT_LET_IN } from './irc-session.js';
import { type JoinPace } from './join-pace.js';
import { SeenKeys, repeatKey } from './seen-keys.js';
import { toRecord } from './to-record.js';

export interface Followed {
  readonly url: string;
  readonly timing: ChatTiming;
  /**
   * Returns the room's name; called before each connection. `isShutOut`: the last connection could not join the room.
   * Empty: currently unknown.
   */
  login(isShutOut: boolean): Promise<string>;
  /** Shared by all chats of this process. */
  readonly pace: JoinPace;
}

const NO_NAME = message('chat.no-room-name');

interface Attempt {
  readonly session: IrcSession;
  /** False: the session ended first. */
  readonly joined: Promise<boolean>;
  /** The session ended, or the server will close it. */
  readonly spent: Promise<void>;
}

/**
 * Follows one room over any number of connections until aborted. The connection in use is the lead. When the server
 * announces that it will close the lead, a second connection joins first, and both receive for a while. Records that
 * both received are reported once.
 */
export class ChatFollower {
  private readonly seen = new SeenKeys();
  private readonly open = new Set<IrcSession>();
  private readonly startedAt = Date.now();
  private lead: IrcSession | null = null;
  private leadSince = 0;
  /** Start and reason of a period without reception; null while there is a lead, and before the first fault. */
  private openGap: { readonly at: number; readonly reason: OwnMessage } | null = null;
  private lastReason: OwnMessage | null = null;
  private failures = 0;

  constructor(
    private readonly followed: Followed,
    private readonly handlers: ChatHandlers,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws what `login` throws, after closing all connections */
  async run(): Promise<void> {
    try {
      await this.follow();
    } finally {
      await this.leave();
    }
  }

  private async follow(): Promise<void> {
    const stopped = new Promise<void>((done) => {
      this.signal.addEventListener(
        'abort',
        () => {
          done();
        },
        { once: true },
      );
    });
    while (!this.isStopped()) {
      const login = await this.followed.login(this.lastReason?.key === NOT_LET_IN.key);
      await Promise.race([this.followed.pace.take(this.signal), stopped]);
      if (this.isStopped()) break;
      if (login === '') {
        this.lose(null, NO_NAME);
        await this.backOff();
        continue;
      }
      const { session, joined, spent } = this.attempt(login);
      if ((await Promise.race([joined, stopped])) === true) await Promise.race([spent, stopped]);
      if (session !== this.lead || !this.isSteady()) await this.backOff();
    }
  }

  private attempt(login: string): Attempt {
    const [joined, spent] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
    const { url, timing } = this.followed;
    const session = new IrcSession(
      { url, login, timing },
      {
        onJoined: () => {
          this.takeLead(session);
          joined.resolve(true);
        },
        onLine: (line, seenAt) => {
          this.receive(session, line, seenAt);
        },
        onReceived: (at) => {
          if (session === this.lead) this.handlers.onReceived?.(at);
        },
        onMove: () => {
          spent.resolve();
        },
        onEnded: (reason) => {
          this.lose(session, reason);
          joined.resolve(false);
          spent.resolve();
        },
      },
    );
    this.open.add(session);
    return { session, joined: joined.promise, spent: spent.promise };
  }

  private takeLead(session: IrcSession): void {
    const before = this.lead;
    this.lead = session;
    this.leadSince = Date.now();
    this.lastReason = null;
    this.endGap();
    if (before) void this.closeAfterOverlap(before);
    else this.handlers.onState('joined', null);
  }

  /** Closes the old session after a delay, since messages for it may not reach the new one. */
  private async closeAfterOverlap(session: IrcSession): Promise<void> {
    await pause(this.followed.timing.overlapMs, undefined, { signal: this.signal }).catch(() => undefined);
    await session.close();
  }

  /** @param session null: no session could start */
  private lose(session: IrcSession | null, reason: OwnMessage): void {
    if (session) this.open.delete(session);
    if (this.signal.aborted || (this.lead !== null && this.lead !== session)) return;
    if (this.isSteady()) this.failures = 0;
    this.openGap ??= { at: this.lead?.completeUntil ?? this.startedAt, reason };
    this.lead = null;
    if (!isSameMessage(reason, this.lastReason)) this.handlers.onState('away', reason);
    this.lastReason = reason;
  }

  /** Reports each record once; a record without an id of its own is accepted from the lead only. */
  private receive(session: IrcSession, line: IrcLine, seenAt: number): void {
    const record = toRecord(line, seenAt);
    if (!record) return;
    const key = repeatKey(record);
    if (key === null ? session === this.lead : this.seen.add(key)) this.handlers.onRecord(record);
  }

  private endGap(): void {
    if (!this.openGap) return;
    this.handlers.onRecord(gap(this.openGap.at, this.openGap.reason));
    this.openGap = null;
  }

  private isStopped(): boolean {
    return this.signal.aborted;
  }

  private isSteady(): boolean {
    return this.lead !== null && Date.now() - this.leadSince >= this.followed.timing.steadyMs;
  }

  private async backOff(): Promise<void> {
    const { retryMs, mostRetryMs } = this.followed.timing;
    const most = Math.min(retryMs * 2 ** this.failures, mostRetryMs);
    this.failures += 1;
    await pause(most * (0.5 + Math.random() / 2), undefined, { signal: this.signal }).catch(() => undefined);
  }

  private async leave(): Promise<void> {
    const lead = this.lead;
    const answered = await Promise.all(
      [...this.open].map(async (session) => (await session.close()) || session !== lead),
    );
    if (lead && answered.includes(false)) this.openGap = { at: lead.completeUntil, reason: message('chat.dead') };
    this.endGap();
  }
}

function gap(at: number, reason: OwnMessage): ChatRecord {
  const until = Date.now();
  return { t: 'gap', at, seenAt: until, until, reason };
}
