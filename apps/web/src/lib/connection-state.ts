import { useSyncExternalStore } from 'react';

/** Whether the server answered the latest request of any part of the page. */
interface ConnectionState {
  /** Call it when an answer arrives, even a refusal. */
  readonly touch: () => void;
  /**
   * Call it when a request gets no answer.
   * @param requestedAt ms; ignored if an answer arrived since then
   */
  readonly missed: (requestedAt: number) => void;
  readonly isAway: () => boolean;
  readonly subscribe: (notify: () => void) => () => void;
}

/** @param now ms of any monotonic clock */
export function createConnectionState(now: () => number): ConnectionState {
  const listeners = new Set<() => void>();
  let away = false;
  let lastReceivedAt = -Infinity;
  const turn = (next: boolean): void => {
    if (away === next) return;
    away = next;
    for (const notify of listeners) notify();
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
    subscribe: (notify) => {
      listeners.add(notify);
      return () => {
        listeners.delete(notify);
      };
    },
  };
}

/** The connection state of this page. */
export const connectionState = createConnectionState(() => performance.now());

/** Whether the latest call of this page got no answer. */
export const useServerAway = (): boolean => useSyncExternalStore(connectionState.subscribe, connectionState.isAway);
