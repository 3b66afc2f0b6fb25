import { messageOf } from '#libs/errors';
import { Logger } from '@nestjs/common';
import { type LeaderSession } from '../../persistence/database/leader-session.js';

export interface LeaderTimes {
  readonly heartbeatMs: number;
  /** A leader stops leading after this time without a response from PostgreSQL. */
  readonly leaseMs: number;
  /**
   * PostgreSQL releases the lock of a silent session after this time. It is longer than the lease, so that the old
   * leader stops before another API can lead. In the time between, the old leader can finish its work.
   */
  readonly sessionTimeoutMs: number;
}

/** Another API leads at most 8 s after a node disappears: the session's timeout and one heartbeat. */
export const LEADER_TIMES: LeaderTimes = { heartbeatMs: 1_000, leaseMs: 5_000, sessionTimeoutMs: 7_000 };

type Session = Pick<LeaderSession, 'tryLock' | 'ping' | 'destroy' | 'close'>;
/** Opens a session; `onEnd` is called when it ends. */
export type OpenSession = (onEnd: (reason: string) => void) => Promise<Session>;

/**
 * Decides which API leads: the one whose session holds the advisory lock in PostgreSQL.
 *
 * A *term* is the time in which this API leads without interruption. Its AbortSignal aborts when the term ends. A term
 * is valid until `leaseMs` after the last answered heartbeat, measured from the sending of that heartbeat. The server's
 * timeout starts later, when the server receives the heartbeat. So the term ends here before the server releases the
 * lock. This also holds if the network loses all packets, or if this process is frozen and resumes later (the monotonic
 * clock continues meanwhile).
 */
export class LeaderLock {
  private readonly log = new Logger('leader');
  private readonly beginTerm: ((term: AbortSignal) => void)[] = [];
  private readonly firstTry = Promise.withResolvers<null>();
  private session: Session | null = null;
  private holdsLock = false;
  private term: AbortController | null = null;
  /** Time on the monotonic clock. */
  private validUntil = -Infinity;
  private limitTimer: NodeJS.Timeout | undefined;
  private nextBeat: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private state: 'idle' | 'running' | 'stopping' | 'stopped' = 'idle';
  private lastFault = '';

  constructor(
    private readonly open: OpenSession,
    private readonly times: Pick<LeaderTimes, 'heartbeatMs' | 'leaseMs'> = LEADER_TIMES,
  ) {}

  /** Whether this API leads now. */
  get isLeader(): boolean {
    if (this.term !== null && performance.now() >= this.validUntil) this.lose(NO_ANSWER);
    return this.term !== null;
  }

  /** Calls `begin` each time this API starts to lead. Its signal aborts when this API stops leading. */
  onTerm(begin: (term: AbortSignal) => void): void {
    this.beginTerm.push(begin);
  }

  /** Starts trying to lead. Resolves after the first try, whether it succeeded or not. */
  async start(): Promise<void> {
    this.state = 'running';
    this.beat();
    await this.firstTry.promise;
  }

  /**
   * Ends the term, then runs `last` while no other API can lead yet, then releases the lock.
   * @param last must not throw
   */
  async stop(last: () => Promise<void>): Promise<void> {
    this.state = 'stopping';
    this.endTerm();
    await last();
    this.state = 'stopped';
    clearTimeout(this.nextBeat);
    await this.beating;
    clearTimeout(this.limitTimer);
    const { session } = this;
    this.session = null;
    await session?.close();
  }

  private beat(): void {
    const startedAt = performance.now();
    this.beating = this.ping().finally(() => {
      this.firstTry.resolve(null);
      if (this.state === 'stopped') return;
      const wait = Math.max(0, startedAt + this.times.heartbeatMs - performance.now());
      this.nextBeat = setTimeout(() => {
        this.beat();
      }, wait);
    });
  }

  /** One heartbeat: acquires the lock, or checks that this session still holds it. Never throws. */
  private async ping(): Promise<void> {
    let session: Session | null = null;
    try {
      session = this.session ?? (await this.connect());
      const sentAt = performance.now();
      if (!this.holdsLock) this.limitWait(sentAt);
      const isHeld = this.holdsLock ? await session.ping().then(() => true) : await session.tryLock();
      if (this.session !== session) return; // the session was lost meanwhile
      this.lastFault = '';
      this.holdsLock = isHeld;
      if (isHeld) this.extend(sentAt);
      else clearTimeout(this.limitTimer);
    } catch (thrown) {
      if (this.session === session) this.lose(messageOf(thrown));
    }
  }

  private async connect(): Promise<Session> {
    const opened: { session?: Session } = {};
    opened.session = await this.open((reason) => {
      if (opened.session !== undefined && this.session === opened.session) this.lose(reason);
    });
    this.session = opened.session;
    return opened.session;
  }

  private extend(sentAt: number): void {
    const wasLeader = this.term !== null;
    if (wasLeader && !this.isLeader) return; // the response came too late
    this.limitWait(sentAt);
    if (wasLeader || this.state !== 'running') return;
    const term = new AbortController();
    this.term = term;
    this.log.log('this api is the leader');
    for (const begin of this.beginTerm) begin(term.signal);
  }

  /** Limits the wait for the server to the lease. */
  private limitWait(sentAt: number): void {
    this.validUntil = sentAt + this.times.leaseMs;
    clearTimeout(this.limitTimer);
    this.limitTimer = setTimeout(() => {
      this.lose(NO_ANSWER);
    }, this.validUntil - performance.now());
  }

  private lose(reason: string): void {
    clearTimeout(this.limitTimer);
    const { session } = this;
    this.session = null;
    this.holdsLock = false;
    if (this.term !== null) this.log.warn(`this api is no longer the leader: ${reason}`);
    else if (reason !== this.lastFault) this.log.warn(`leader lock not available: ${reason}`);
    this.lastFault = reason;
    this.endTerm();
    session?.destroy();
  }

  private endTerm(): void {
    const { term } = this;
    this.term = null;
    term?.abort();
  }
}

const NO_ANSWER = 'PostgreSQL does not answer in time';
