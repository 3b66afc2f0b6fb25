import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { TtlCache } from './ttl-cache.js';
import { type SessionEntity } from '../../persistence/entities/session.entity.js';
import { SessionRepository } from '../../persistence/repositories/session.repository.js';
import { newToken, tokenHash } from './session-token.js';

/** A session ends after this time without use. v0: 7 days. */
export const SESSION_MS = 7 * 24 * 3_600_000;
/** Minimum time between two extensions of a session, so that not every request writes to the database. */
const PROLONG_AFTER_MS = 3_600_000;

/** The id of a session for the operator: the start of its hash, which opens nothing. */
export const sessionId = (hash: string): string => hash.slice(0, 16);

interface LiveSession {
  readonly hash: string;
  /** True if the session was just extended; then the cookie must be extended too. */
  readonly prolonged: boolean;
}
/** Receives the hash of the ended session; null: all sessions ended. */
type EndListener = (hash: string | null) => void;

@Injectable()
export class Sessions {
  private readonly known = new TtlCache<number | null>();
  private readonly listeners = new Set<EndListener>();
  constructor(
    private readonly rows: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @param passwordHash of the password that was given
   * @returns the token for the cookie, of which Vodkeep stores only a hash; null if the password has changed meanwhile
   */
  async start(from: Pick<SessionEntity, 'address' | 'agent'>, passwordHash: string): Promise<string | null> {
    const token = newToken();
    const now = this.clock.now();
    const session = {
      tokenHash: tokenHash(token),
      createdAt: new Date(now),
      expiresAt: new Date(now + SESSION_MS),
      ...from,
    };
    return (await this.rows.add(session, passwordHash)) ? token : null;
  }

  async find(hash: string): Promise<LiveSession | null> {
    const now = this.clock.now();
    const expiresAt = await this.known.get(
      hash,
      now,
      async () => (await this.rows.find(hash))?.expiresAt.getTime() ?? null,
    );
    if (expiresAt === null || expiresAt <= now) return null;
    if (expiresAt - now > SESSION_MS - PROLONG_AFTER_MS) return { hash, prolonged: false };
    return this.prolong(hash, now);
  }

  list(): Promise<SessionEntity[]> {
    return this.rows.list(new Date(this.clock.now()));
  }

  /** @returns whether a session has this id */
  async endById(id: string): Promise<boolean> {
    const session = await this.rows.findByStart(id);
    if (session) await this.end(session.tokenHash);
    return session !== null;
  }

  async end(hash: string): Promise<void> {
    await this.rows.end(hash);
    this.known.forget(hash);
    for (const listener of this.listeners) listener(hash);
  }

  async endAll(): Promise<void> {
    await this.rows.endAll();
    this.known.forgetAll();
    for (const listener of this.listeners) listener(null);
  }

  /**
   * Reports logouts on this API. To find logouts on other APIs, the caller must check again.
   * @returns function that removes the listener
   */
  onEnd(listener: EndListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  deleteExpired(): Promise<number> {
    return this.rows.deleteExpired(new Date(this.clock.now()));
  }

  private async prolong(hash: string, now: number): Promise<LiveSession | null> {
    const until = now + SESSION_MS;
    const done = await this.rows.extend(hash, new Date(until)).catch(() => null); // database unavailable: no change
    if (done === null) return { hash, prolonged: false };
    this.known.set(hash, done ? until : null, now);
    return done ? { hash, prolonged: true } : null;
  }
}
