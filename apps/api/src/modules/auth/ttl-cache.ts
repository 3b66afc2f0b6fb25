/** How long an answer of the database is believed without asking again: what another api changed is seen after this. */
const FRESH_MS = 5_000;
/**
 * How long it is believed while the database does not answer, so that watching and looking go on through a restart of
 * Postgres.
 */
const STALE_MS = 5 * 60_000;
const MOST = 10_000;

/** A small memory before a slow question, which goes on answering for a while when the question fails. */
export class TtlCache<T> {
  private readonly cached = new Map<string, { readonly value: T; readonly at: number }>();
  /** Rises with whatever is set or forgotten: an answer that was asked for before that may be an old one. */
  private changes = 0;

  async get(key: string, now: number, load: () => Promise<T>): Promise<T> {
    const known = this.cached.get(key);
    if (known && now - known.at < FRESH_MS) return known.value;
    const { changes } = this;
    try {
      const value = await load();
      if (changes === this.changes) this.keep(key, value, now);
      return value;
    } catch (error) {
      if (known && now - known.at < STALE_MS) return known.value;
      throw error;
    }
  }

  set(key: string, value: T, now: number): void {
    this.changes += 1;
    this.keep(key, value, now);
  }

  forget(key: string): void {
    this.changes += 1;
    this.cached.delete(key);
  }
  forgetAll(): void {
    this.changes += 1;
    this.cached.clear();
  }

  private keep(key: string, value: T, now: number): void {
    this.cached.delete(key);
    this.cached.set(key, { value, at: now });
    if (this.cached.size > MOST) this.cached.delete(this.cached.keys().next().value ?? '');
  }
}
