import { useEffect, useRef } from 'react';

/** As long as the router may still put the page where it was before, ms. */
const SETTLE_MS = 15_000;
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Brings an element into sight and its input into focus, and back again if the router scrolls it away; whoever scrolls by hand is left alone. */
export function useLedTo(wanted: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!wanted || element === null) return undefined;
    const watcher = new IntersectionObserver(([entry]) => { if (entry?.isIntersecting === false) element.scrollIntoView({ block: 'center' }); });
    watcher.observe(element);
    element.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
    const leave = (): void => { watcher.disconnect(); };
    const timer = window.setTimeout(leave, SETTLE_MS);
    for (const name of BY_HAND) window.addEventListener(name, leave, { once: true, passive: true });
    return () => {
      leave();
      window.clearTimeout(timer);
      for (const name of BY_HAND) window.removeEventListener(name, leave);
    };
  }, [wanted]);
  return box;
}
