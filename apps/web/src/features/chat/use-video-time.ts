import { useCallback, useSyncExternalStore } from 'react';

const EVENTS = ['seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'play', 'pause'] as const;

/**
 * What `read` makes of a video's time (s), checked before every picture the browser draws, so that chat is in step to
 * one frame whether the video plays, is paused, seeked, or runs at another speed. The component is drawn again only
 * when the answer changes.
 */
export function useVideoTime(video: HTMLVideoElement, read: (seconds: number) => number): number {
  const subscribe = useCallback(
    (tell: () => void) => {
      let frame = 0;
      const update = (): void => {
        tell();
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
