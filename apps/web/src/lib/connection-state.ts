import { useSyncExternalStore } from 'react';

/** Whether the server answered when it was last asked, by whatever asked it. */
interface ConnectionState {
  /** Something came back, a refusal too. */
  readonly touch: () => void;
  /** Nothing came back. @param requestedAt ms; what was received since counts for more */
  readonly missed: (requestedAt: number) => void;
  readonly isAway: () => boolean;
  readonly subscribe: (tell: () => void) => () => void;
}

/** @param now ms of any clock that never goes back */
export function createConnectionState(now: () => number): ConnectionState {
  const listeners = new Set<() => void>();
  let away = false;
  let lastReceivedAt = -Infinity;
  const turn = (next: boolean): void => {
    if (away === next) return;
    away = next;
    for (const tell of listeners) tell();
  };
  return {
    touch: () => {
      lastReceivedAt = now();
      turn(false);
    },
    missed: (requestedAt) => {
      if (lastReceivedAt < requestedAt) turn(true);
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
export const connectionState = createConnectionState(() => performance.now());

/** Whether the last call of this page came to nothing. */
export const useServerAway = (): boolean => useSyncExternalStore(connectionState.subscribe, connectionState.isAway);
