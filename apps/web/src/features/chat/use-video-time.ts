import { useCallback, useSyncExternalStore } from 'react';

const EVENTS = ['seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'play', 'pause'] as const;

/**
 * The result of `read` for a video's time (s), updated before every frame that the browser draws. Chat is therefore
 * accurate to one frame, whether the video plays, is paused, is seeked, or runs at another speed. The component renders
 * again only if the result changes.
 */
export function useVideoTime(video: HTMLVideoElement, read: (seconds: number) => number): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      let frame = 0;
      const update = (): void => {
        notify();
        cancelAnimationFrame(frame);
        if (!video.paused) frame = requestAnimationFrame(update);
      };
      update();
      EVENTS.forEach((e) => {
        video.addEventListener(e, update);
      });
      return () => {
        cancelAnimationFrame(frame);
        EVENTS.forEach((e) => {
          video.removeEventListener(e, update);
        });
      };
    },
    [video],
  );
  return useSyncExternalStore(subscribe, () => read(video.currentTime));
}
