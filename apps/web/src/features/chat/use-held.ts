import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** So near to its end counts as being there. */
const NEAR_PX = 24;

interface Held {
  /** The moment that is shown: the video's, or the one at which the reader scrolled up. */
  readonly moment: number;
  readonly isHeld: boolean;
  readonly onScroll: () => void;
  readonly release: () => void;
}

/**
 * Keeps the newest line in sight until the reader scrolls up; then nothing moves until they come back to the end, or
 * seek.
 */
export function useHeld(list: RefObject<HTMLDivElement | null>, video: HTMLVideoElement, now: number): Held {
  const [held, setHeld] = useState<number | null>(null);
  const release = useCallback(() => {
    setHeld(null);
  }, []);
  const onScroll = useCallback(() => {
    const box = list.current;
    if (box === null) return;
    const away = box.scrollHeight - box.clientHeight - box.scrollTop > NEAR_PX;
    setHeld((old) => (away ? (old ?? now) : null));
  }, [list, now]);
  useEffect(() => {
    video.addEventListener('seeking', release);
    return () => {
      video.removeEventListener('seeking', release);
    };
  }, [video, release]);
  useLayoutEffect(() => {
    const box = list.current;
    if (box !== null && held === null) box.scrollTop = box.scrollHeight;
  });
  return { moment: held ?? now, isHeld: held !== null, onScroll, release };
}
