import { useEffect, useState } from 'react';

/**
 * State of a `<video>`. `time` and `duration` in seconds, 0 while unknown. `waiting`: it plays, but lacks media.
 * `started`: it was played or sought before.
 */
export interface VideoState {
  readonly time: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly waiting: boolean;
  readonly muted: boolean;
  readonly volume: number;
  readonly rate: number;
  readonly started: boolean;
}

/** Events after which the state may differ. `progress`: the seekable range of a growing video has grown. */
const EVENTS = [
  'timeupdate',
  'durationchange',
  'play',
  'pause',
  'playing',
  'waiting',
  'volumechange',
  'ratechange',
  'seeking',
  'seeked',
  'ended',
  'loadedmetadata',
  'progress',
] as const;
const INITIAL: VideoState = {
  time: 0,
  duration: 0,
  paused: true,
  waiting: false,
  muted: false,
  volume: 1,
  rate: 1,
  started: false,
};

/** The current state of a `<video>`, which stays the same one. The length of a growing video is its seekable range. */
export function useVideo(video: HTMLVideoElement | null): VideoState {
  const [state, setState] = useState(INITIAL);
  useEffect(() => {
    if (video === null) return undefined;
    const read = (): void => {
      setState((old) => stateOf(video, old.started));
    };
    EVENTS.forEach((e) => {
      video.addEventListener(e, read);
    });
    return () => {
      EVENTS.forEach((e) => {
        video.removeEventListener(e, read);
      });
    };
  }, [video]);
  return state;
}

function stateOf(video: HTMLVideoElement, started: boolean): VideoState {
  const { currentTime: time, paused, muted, volume, playbackRate: rate, readyState } = video;
  const waiting = !paused && !video.ended && readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  return {
    time,
    duration: lengthOf(video),
    paused,
    waiting,
    muted,
    volume,
    rate,
    started: started || time > 0 || !paused,
  };
}

function lengthOf({ duration, seekable }: HTMLVideoElement): number {
  if (Number.isFinite(duration)) return duration;
  return seekable.length > 0 ? seekable.end(seekable.length - 1) : 0;
}
