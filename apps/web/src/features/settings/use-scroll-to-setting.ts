import { useEffect, useRef } from 'react';

/** ms: period in which the router may still restore the previous scroll position. */
const SETTLE_MS = 5_000;
const CHECK_MS = 100;
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls an element into view and focuses its input; scrolls again if the router moves away. Stops when the user
 * scrolls.
 */
export function useScrollToSetting(wanted: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!wanted || element === null) return undefined;
    const bring = (): void => {
      if (!isInSight(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    };
    bring();
    // Polls, because an observer does not fire if the router scrolls back before the next frame.
    const watch = window.setInterval(bring, CHECK_MS);
    focusIn(element);
    const leave = (): void => {
      window.clearInterval(watch);
    };
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

/** Scrolls an element into view and focuses its input, once. */
export function scrollToSetting(element: HTMLElement | null): void {
  if (element === null) return;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  focusIn(element);
}

function focusIn(element: HTMLElement): void {
  element.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
