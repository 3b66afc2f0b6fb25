import { type KvItem } from './kv-bucket.js';

/**
 * A change that a watcher receives. `resync` follows each comparison of the whole bucket (at the start and after each
 * reconnect); from then on the watcher has the complete state. `expired`: the lease expired without being released.
 */
export type KvChange<T> =
  | { readonly type: 'put'; readonly key: string; readonly value: T; readonly revision: number }
  | { readonly type: 'delete'; readonly key: string; readonly cause: 'deleted' | 'expired' }
  | { readonly type: 'resync'; readonly keys: number };

/**
 * Maximum number of deleted keys to remember. A listing takes seconds at most; far fewer keys are deleted in that time.
 */
const MAX_REMEMBERED_DELETES = 4096;

/** Merges listings and single updates, in any order and repeated, and reports each change once. Pure. */
export class KvView<T> {
  readonly #known = new Map<string, number>();
  /**
   * Deleted keys with the revision of the delete, oldest first. A listing requested before the delete still contains
   * the old value.
   */
  readonly #deleted = new Map<string, number>();

  /** @param vanished the cause to report if a known key is missing from a listing */
  constructor(
    private readonly vanished: 'deleted' | 'expired',
    private readonly listener: (change: KvChange<T>) => void,
  ) {}

  /**
   * Currently known keys and revisions. Take this snapshot before requesting a listing, so that keys added during the
   * listing do not count as vanished.
   */
  known(): ReadonlyMap<string, number> {
    return new Map(this.#known);
  }

  /** Resets the known revisions: the bucket was lost and created again, so its revisions start from one. */
  restartRevisions(): void {
    this.#deleted.clear();
    for (const key of this.#known.keys()) this.#known.set(key, 0);
  }

  put({ key, value, revision }: KvItem<T>): void {
    if (revision <= (this.#known.get(key) ?? this.#deleted.get(key) ?? 0)) return;
    this.#deleted.delete(key);
    this.#known.set(key, revision);
    this.listener({ type: 'put', key, value, revision });
  }

  delete(key: string, revision: number, cause: 'deleted' | 'expired'): void {
    const known = this.#known.get(key);
    if (known !== undefined && known >= revision) return;
    this.#remember(key, Math.max(revision, this.#deleted.get(key) ?? 0));
    if (known !== undefined) this.#end(key, cause);
  }

  /**
   * Merges a listing of the whole bucket.
   * @param before the result of {@link known} from before the listing was requested
   */
  list(items: readonly KvItem<T>[], before: ReadonlyMap<string, number>): void {
    const listed = new Set(items.map((item) => item.key));
    for (const [key, revision] of before) {
      if (listed.has(key) || this.#known.get(key) !== revision) continue;
      this.#remember(key, revision);
      this.#end(key, this.vanished);
    }
    for (const item of items) this.put(item);
  }

  resync(): void {
    this.listener({ type: 'resync', keys: this.#known.size });
  }

  #end(key: string, cause: 'deleted' | 'expired'): void {
    this.#known.delete(key);
    this.listener({ type: 'delete', key, cause });
  }

  #remember(key: string, revision: number): void {
    this.#deleted.delete(key);
    this.#deleted.set(key, revision);
    const [oldest] = this.#deleted.keys();
    if (this.#deleted.size > MAX_REMEMBERED_DELETES && oldest !== undefined) this.#deleted.delete(oldest);
  }
}
