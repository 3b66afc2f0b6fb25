import { type KvItem } from './kv-bucket.js';

/**
 * What a watcher hears. `resync` comes after the whole bucket was compared (at the start and after each reconnect): from then on the
 * watcher's picture is complete. `expired`: a lease ran out; its holder did not say goodbye.
 */
export type KvChange<T> =
  | { readonly type: 'put'; readonly key: string; readonly value: T; readonly revision: number }
  | { readonly type: 'delete'; readonly key: string; readonly cause: 'deleted' | 'expired' }
  | { readonly type: 'resync'; readonly keys: number };

/** Turns listings and single updates, in any order and repeated, into each change once. Pure. */
export class KvView<T> {
  readonly #known = new Map<string, number>();

  /** @param vanished what it means that a known key is missing from a listing */
  constructor(private readonly vanished: 'deleted' | 'expired', private readonly tell: (change: KvChange<T>) => void) {}

  /** Keys and revisions known now; taken before a listing is asked for, so that what comes meanwhile does not count as vanished. */
  known(): ReadonlyMap<string, number> { return new Map(this.#known); }

  put({ key, value, revision }: KvItem<T>): void {
    if (revision <= (this.#known.get(key) ?? 0)) return;
    this.#known.set(key, revision);
    this.tell({ type: 'put', key, value, revision });
  }

  delete(key: string, revision: number, cause: 'deleted' | 'expired'): void {
    const known = this.#known.get(key);
    if (known === undefined || known >= revision) return;
    this.#known.delete(key);
    this.tell({ type: 'delete', key, cause });
  }

  list(items: readonly KvItem<T>[], before: ReadonlyMap<string, number>): void {
    const listed = new Set(items.map((item) => item.key));
    for (const [key, revision] of before) {
      if (listed.has(key) || this.#known.get(key) !== revision) continue;
      this.#known.delete(key);
      this.tell({ type: 'delete', key, cause: this.vanished });
    }
    for (const item of items) this.put(item);
  }

  resync(): void { this.tell({ type: 'resync', keys: this.#known.size }); }
}
