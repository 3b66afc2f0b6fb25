import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer = 0;

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  if (timer === 0) timer = window.setInterval(tick, 1000);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = 0;
  };
}

function tick(): void {
  now = Date.now();
  listeners.forEach((notify) => {
    notify();
  });
}

/** The current time in ms, updated every second; one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
