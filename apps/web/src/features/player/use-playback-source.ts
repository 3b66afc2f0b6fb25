import { useCallback, useEffect, useRef, useState } from 'react';
import { attachFiles } from './joined-files.js';
import { attachHls, attachNative, type PlaybackEngine, type PlayerFault } from './playback-engine.js';
import { isTooFast, keyOf, type PlaySource } from './play-source.js';

const HLS_TYPE = 'application/vnd.apple.mpegurl';
interface Playing {
  readonly fault: PlayerFault | null;
  readonly source: PlaySource | undefined;
  readonly livePosition: () => number | null;
  readonly programStart: () => number | null;
  /** Reopens the source at the same position; with `play` false it stays paused. */
  readonly retry: (play?: boolean) => void;
}

/** Plays the first source. If its segments are deleted, continues with the next source at the same position. */
export function usePlaybackSource(
  video: HTMLVideoElement | null,
  sources: readonly PlaySource[],
  startAt: number,
): Playing {
  const [at, setAt] = useState({ index: 0, from: startAt, attempt: 0, play: true });
  const [fault, setFault] = useState<PlayerFault | null>(null);
  const engine = useRef<PlaybackEngine | null>(null);
  const count = useRef(sources.length);
  useEffect(() => {
    count.current = sources.length;
  }, [sources.length]);
  const source = useSame(sources[at.index]);
  useEffect(() => {
    if (video === null || source === undefined) return undefined;
    const cancel = new AbortController();
    const next = at.index + 1;
    const events = {
      startAt: at.from,
      onFault: setFault,
      onGone: () => {
        if (next < count.current) setAt({ index: next, from: video.currentTime, attempt: 0, play: true });
        else setFault('missing');
      },
    };
    void open(video, source, events).then(
      (opened) => {
        if (cancel.signal.aborted) {
          opened.detach();
          return;
        }
        engine.current = opened;
        if (at.play)
          video.play().catch(() => {
            /* the browser requires a click first; the start button is visible */
          });
      },
      () => {
        setFault('unreachable');
      },
    );
    return () => {
      cancel.abort();
      engine.current?.detach();
      engine.current = null;
    };
  }, [video, source, at]);
  const livePosition = useCallback(() => engine.current?.livePosition() ?? null, []);
  const programStart = useCallback(() => engine.current?.programStart() ?? null, []);
  const retry = useCallback(
    (play = true) => {
      setFault(null);
      setAt((old) => ({ ...old, from: video?.currentTime ?? old.from, attempt: old.attempt + 1, play }));
    },
    [video],
  );
  return { fault, source, livePosition, programStart, retry };
}

/** The same object while it plays the same: a new file in the list must not restart the playlist. */
function useSame(source: PlaySource | undefined): PlaySource | undefined {
  const [known, setKnown] = useState(source);
  if (known === source || (known && source && keyOf(known) === keyOf(source))) return known;
  setKnown(source);
  return source;
}

/** Plays at normal speed from the live position on. */
export function useNormalSpeedWhenLive(video: HTMLVideoElement | null, livePosition: () => number | null): void {
  useEffect(() => {
    if (video === null) return undefined;
    const check = (): void => {
      if (isTooFast(video, livePosition())) video.playbackRate = 1;
    };
    video.addEventListener('timeupdate', check);
    video.addEventListener('ratechange', check);
    return () => {
      video.removeEventListener('timeupdate', check);
      video.removeEventListener('ratechange', check);
    };
  }, [video, livePosition]);
}

type Events = Parameters<typeof attachNative>[2];

/**
 * Loads hls.js only for a playlist. If hls.js does not support the browser (no MediaSource), the browser's own HLS
 * plays it.
 */
async function open(video: HTMLVideoElement, source: PlaySource, events: Events): Promise<PlaybackEngine> {
  if (source.kind === 'files') {
    const [file, ...others] = source.files;
    return others.length === 0 ? attachNative(video, file.url, events) : attachFiles(video, source.files, events);
  }
  const { default: Hls } = await import('hls.js');
  if (Hls.isSupported()) return attachHls(Hls, { video, url: source.url }, events);
  if (video.canPlayType(HLS_TYPE) === '') events.onFault('unsupported');
  return attachNative(video, source.url, events);
}

/**
 * Reopens the source when a stream returns: its VOD grows again, but a player that has seen the end of a playlist never
 * reloads it. Playback continues at the same position.
 */
export function useReopen(growing: boolean, video: HTMLVideoElement | null, retry: (play?: boolean) => void): void {
  const before = useRef(growing);
  useEffect(() => {
    if (growing && !before.current && video !== null) retry(video.ended || !video.paused);
    before.current = growing;
  }, [growing, video, retry]);
}
