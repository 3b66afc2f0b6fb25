import { type Cache, type ScopedMutator } from 'swr';

/**
 * The page's cached server data by key, as the socket changes it. An entry that was never loaded stays empty: a change
 * does not fill it.
 */
export interface PageCache {
  readonly write: <T>(key: string, change: (held: T) => T | undefined) => void;
  /** Changes every entry whose key matches. */
  readonly writeAll: <T>(fits: (key: string) => boolean, change: (held: T) => T) => void;
  readonly revalidate: (key: string) => void;
}

/**
 * If a change is written while a request is running, SWR drops the answer, because it may be older than the change. The
 * cache then requests it again. Otherwise a list would lack the rest of that answer, or would never appear.
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
