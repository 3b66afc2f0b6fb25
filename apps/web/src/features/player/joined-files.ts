import { fileAt, type PlayFile } from './play-source.js';
import { attachNative, type PlaybackEngine, type PlaybackEngineEvents } from './playback-engine.js';

/**
 * Plays files one after the other, as one video. Until it is detached, `currentTime`, `duration` and `ended` of the
 * element are those of the VOD: controls, chat and the page use them as for a single file.
 */
export function attachFiles(
  video: HTMLVideoElement,
  files: readonly [PlayFile, ...PlayFile[]],
  events: PlaybackEngineEvents & { readonly startAt: number },
): PlaybackEngine {
  let index = fileAt(files, events.startAt);
  const fileNow = (): PlayFile => files[index] ?? files[0];
  const open = (startAt: number): PlaybackEngine => attachNative(video, fileNow().url, { ...events, startAt });
  let playing = open(events.startAt);

  const moveTo = (seconds: number, isPlaying: boolean): void => {
    video.defaultPlaybackRate = video.playbackRate; // a new file begins with the default
    playing.detach();
    index = fileAt(files, seconds);
    playing = open(seconds);
    if (isPlaying)
      video.play().catch(() => {
        /* the start button is visible */
      });
  };
  const onEnded = (): void => {
    const next = files[index + 1];
    if (next) moveTo(next.startS, true);
  };
  const release = joinTimes(video, {
    fileNow,
    lengthS: files.at(-1)?.endS ?? 0,
    isLast: () => index === files.length - 1,
    seek: (seconds) => {
      if (fileAt(files, seconds) === index) return false;
      moveTo(seconds, !video.paused);
      return true;
    },
  });
  video.addEventListener('ended', onEnded);
  return {
    detach: () => {
      video.removeEventListener('ended', onEnded);
      release();
      video.defaultPlaybackRate = 1;
      playing.detach();
    },
    programStart: () => null,
    livePosition: () => null,
  };
}

interface Times {
  readonly fileNow: () => PlayFile;
  readonly lengthS: number;
  readonly isLast: () => boolean;
  /** Opens the file of another position. @returns false if the position is in the present file */
  readonly seek: (seconds: number) => boolean;
}

/** Shows the times of the VOD on the element instead of those of its file. @returns restores those of the file */
function joinTimes(video: HTMLVideoElement, { fileNow, lengthS, isLast, seek }: Times): () => void {
  const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime');
  const ended = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'ended');
  const inFile = (): number => Number(time?.get?.call(video));
  Object.defineProperties(video, {
    currentTime: {
      configurable: true,
      get: () => fileNow().startS + inFile(),
      set: (seconds: number) => {
        if (!seek(seconds)) time?.set?.call(video, Math.max(0, seconds - fileNow().startS));
      },
    },
    duration: { configurable: true, get: () => lengthS },
    ended: { configurable: true, get: () => isLast() && ended?.get?.call(video) === true },
  });
  return () => {
    for (const name of ['currentTime', 'duration', 'ended']) Reflect.deleteProperty(video, name);
  };
}
