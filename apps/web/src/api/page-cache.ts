import { type Cache, type ScopedMutator } from 'swr';

/**
 * What the page holds of the server, by key, as the socket changes it. What was never asked for is not half filled: a
 * change of nothing stays nothing.
 */
export interface PageCache {
  readonly write: <T>(key: string, change: (held: T) => T | undefined) => void;
  /** To every entry whose key fits. */
  readonly writeAll: <T>(fits: (key: string) => boolean, change: (held: T) => T) => void;
  readonly revalidate: (key: string) => void;
}

/**
 * An answer that is under way while a change is written is thrown away by SWR, since it may be older than the change.
 * It is asked for again then: otherwise a list would lack whatever else was in that answer, or would never be there at
 * all.
 */
export function pageCache(mutate: ScopedMutator, cache: Cache): PageCache {
  const write: PageCache['write'] = <T>(key: string, change: (held: T) => T | undefined): void => {
    const entry = cache.get(key);
    if (entry === undefined) return;
    void mutate<T>(key, (held) => (held === undefined ? held : change(held)), {
      revalidate: entry.isValidating === true,
    });
  };
  return {
    write,
    revalidate: (key) => {
      void mutate(key);
    },
    writeAll: (fits, change) => {
      for (const key of [...cache.keys()]) if (fits(key)) write(key, change);
    },
  };
}
