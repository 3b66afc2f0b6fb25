import { useEffect, useRef } from 'react';

/**
 * A stream that returns reopens its VOD (architecture D7), but a player that has seen the end of a playlist never asks
 * for it again: it is opened anew at the same place, and plays on where it stood at the end.
 */
export function useReopen(growing: boolean, video: HTMLVideoElement | null, retry: (play?: boolean) => void): void {
  const before = useRef(growing);
  useEffect(() => {
    if (growing && !before.current && video !== null) retry(video.ended || !video.paused);
    before.current = growing;
  }, [growing, video, retry]);
}
