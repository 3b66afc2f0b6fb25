import { useSyncExternalStore } from 'react';

/** Whether the server answered when it was last asked, by whatever asked it. */
interface ServerLine {
  /** Something came back, a refusal too. */
  readonly heard: () => void;
  /** Nothing came back. @param askedAt ms; what was heard since counts for more */
  readonly missed: (askedAt: number) => void;
  readonly isAway: () => boolean;
  readonly subscribe: (tell: () => void) => () => void;
}

/** @param now ms of any clock that never goes back */
export function createServerLine(now: () => number): ServerLine {
  const listeners = new Set<() => void>();
  let away = false;
  let heardAt = -Infinity;
  const turn = (next: boolean): void => {
    if (away === next) return;
    away = next;
    for (const tell of listeners) tell();
  };
  return {
    heard: () => {
      heardAt = now();
      turn(false);
    },
    missed: (askedAt) => {
      if (heardAt < askedAt) turn(true);
    },
    isAway: () => away,
    subscribe: (tell) => {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
  };
}

/** The line of this page. */
export const serverLine = createServerLine(() => performance.now());

/** Whether the last call of this page came to nothing. */
export const useServerAway = (): boolean => useSyncExternalStore(serverLine.subscribe, serverLine.isAway);
