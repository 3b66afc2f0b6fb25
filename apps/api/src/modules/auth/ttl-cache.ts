/**
 * Maximum age of a cached value before the cache loads it again. A change on another API becomes visible after this
 * time.
 */
const FRESH_MS = 5_000;
/**
 * Maximum age of a cached value while loading fails, so that users can browse and watch during a restart of Postgres.
 */
const STALE_MS = 5 * 60_000;
const MAX_ENTRIES = 10_000;

/** Small cache for a slow source. It returns the cached value for some time if the source fails. */
export class TtlCache<T> {
  private readonly cached = new Map<string, { readonly value: T; readonly at: number }>();
  /** Increases with every set and forget. A load that started before such a change may return an outdated value. */
  private changes = 0;

  async get(key: string, now: number, load: () => Promise<T>): Promise<T> {
    const known = this.cached.get(key);
    if (known && now - known.at < FRESH_MS) return known.value;
    const { changes } = this;
    try {
      const value = await load();
      if (changes === this.changes) this.store(key, value, now);
      return value;
    } catch (error) {
      if (known && now - known.at < STALE_MS) return known.value;
      throw error;
    }
  }

  set(key: string, value: T, now: number): void {
    this.changes += 1;
    this.store(key, value, now);
  }

  forget(key: string): void {
    this.changes += 1;
    this.cached.delete(key);
  }
  forgetAll(): void {
    this.changes += 1;
    this.cached.clear();
  }

  private store(key: string, value: T, now: number): void {
    this.cached.delete(key);
    this.cached.set(key, { value, at: now });
    if (this.cached.size > MAX_ENTRIES) this.cached.delete(this.cached.keys().next().value ?? '');
  }
}
