import { useEffect, useState } from 'react';

const IDLE_MS = 2500;

/** Whether the pointer has rested on an element for a while: full-screen controls go away then. */
export function useIdle(element: HTMLElement | null): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (element === null) return undefined;
    let timer = 0;
    const stir = (): void => {
      setIdle(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        setIdle(true);
      }, IDLE_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    events.forEach((e) => {
      element.addEventListener(e, stir);
    });
    return () => {
      window.clearTimeout(timer);
      events.forEach((e) => {
        element.removeEventListener(e, stir);
      });
    };
  }, [element]);
  return idle;
}
