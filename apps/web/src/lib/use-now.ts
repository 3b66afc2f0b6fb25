import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer = 0;

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  if (timer === 0) timer = window.setInterval(tick, 1000);
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = 0;
  };
}

function tick(): void {
  now = Date.now();
  listeners.forEach((tell) => {
    tell();
  });
}

/** The current time in ms, updated every second; one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
