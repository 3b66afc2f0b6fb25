import { useSyncExternalStore } from 'react';
import { logInClient } from './client-log.js';

/** A value of this browser, in its local storage. */
export interface LocalStore<T> {
  readonly get: () => T;
  /** Stores a new value. If that fails, it still counts until the page is closed. */
  readonly set: (value: T) => void;
  /** @returns ends the subscription */
  readonly subscribe: (notify: () => void) => () => void;
  readonly use: () => T;
}

/**
 * @param key of the local storage
 * @param read makes a value of what an earlier version stored; `{}` if there is nothing
 * @param what subject of the messages in the log of the page
 */
export function localStore<T>(key: string, read: (stored: unknown) => T, what: string): LocalStore<T> {
  let current = load();
  const listeners = new Set<() => void>();

  function load(): T {
    try {
      return read(JSON.parse(localStorage.getItem(key) ?? '{}'));
    } catch (thrown) {
      logInClient(`${what} could not be read: ${String(thrown)}`);
      return read({});
    }
  }
  const get = (): T => current;
  const set = (value: T): void => {
    current = value;
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch (thrown) {
      logInClient(`${what} could not be saved: ${String(thrown)}`);
    }
    for (const notify of listeners) notify();
  };
  const subscribe = (notify: () => void): (() => void) => {
    listeners.add(notify);
    return () => {
      listeners.delete(notify);
    };
  };
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) };
}
