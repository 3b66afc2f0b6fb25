import { type Engine, type EngineEvents, faultOfStatus } from './engine.js';

/** A few segments behind the end, as a browser's own HLS keeps. */
const BEHIND_S = 6;

/** Lets the browser play an address by itself: its own HLS, or a file by Range. */
export function attachNative(
  video: HTMLVideoElement,
  url: string,
  { startAt, onGone, onFault }: EngineEvents & { readonly startAt: number },
): Engine {
  const started = (): void => {
    if (startAt > 0 && video.currentTime < startAt) video.currentTime = startAt;
  };
  const played = (): void => {
    onFault(null);
  };
  // A media element says only that it failed; the status says why.
  const failed = (): void => {
    void ask(url).then((status) => {
      const fault = status === null ? 'unreachable' : status < 400 ? 'unsupported' : faultOfStatus(status);
      if (fault === 'gone') onGone();
      else onFault(fault);
    });
  };
  video.addEventListener('loadedmetadata', started);
  video.addEventListener('playing', played);
  video.addEventListener('error', failed);
  video.src = url;
  return {
    detach: () => {
      video.removeEventListener('loadedmetadata', started);
      video.removeEventListener('playing', played);
      video.removeEventListener('error', failed);
      video.removeAttribute('src');
      video.load();
    },
    programStart: () => null,
    livePosition: () =>
      video.duration === Infinity && video.seekable.length > 0
        ? Math.max(0, video.seekable.end(video.seekable.length - 1) - BEHIND_S)
        : null,
  };
}

async function ask(url: string): Promise<number | null> {
  try {
    const { status } = await fetch(url, { method: 'GET', headers: { range: 'bytes=0-1' }, credentials: 'same-origin' });
    return status;
  } catch {
    return null;
  }
}
