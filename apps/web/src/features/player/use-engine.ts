import { useCallback, useEffect, useRef, useState } from 'react';
import { attachHls, attachNative, type Engine, type PlayerFault, type PlaySource } from './engine.js';

const HLS_TYPE = 'application/vnd.apple.mpegurl';
interface Playing {
  readonly fault: PlayerFault | null;
  readonly source: PlaySource | undefined;
  readonly livePosition: () => number | null;
  readonly programStart: () => number | null;
  /** Opens the source again at the same place; `play` false leaves it paused. */
  readonly retry: (play?: boolean) => void;
}

/**
 * Feeds the video from the first source that works; when the playlist is gone it goes on with the file at the same
 * place.
 */
export function useEngine(video: HTMLVideoElement | null, sources: readonly PlaySource[], startAt: number): Playing {
  const [at, setAt] = useState({ index: 0, from: startAt, attempt: 0, play: true });
  const [fault, setFault] = useState<PlayerFault | null>(null);
  const engine = useRef<Engine | null>(null);
  const count = useRef(sources.length);
  useEffect(() => {
    count.current = sources.length;
  }, [sources.length]);
  const source = sources[at.index];
  const kind = source?.kind;
  const url = source?.url;
  // By kind and address, not by object: a file that appears behind the playlist must not start the playlist again.
  useEffect(() => {
    if (video === null || kind === undefined || url === undefined) return undefined;
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
    void open(video, { kind, url }, events).then(
      (opened) => {
        if (cancel.signal.aborted) {
          opened.detach();
          return;
        }
        engine.current = opened;
        if (at.play)
          video.play().catch(() => {
            /* the browser wants a click first: the big button is there */
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
  }, [video, kind, url, at]);
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

type Events = Parameters<typeof attachNative>[2];

/** hls.js is loaded only where a playlist is played and the browser cannot do it with MediaSource on its own. */
async function open(
  video: HTMLVideoElement,
  source: Pick<PlaySource, 'kind' | 'url'>,
  events: Events,
): Promise<Engine> {
  if (source.kind === 'file') return attachNative(video, source.url, events);
  const { default: Hls } = await import('hls.js/light');
  if (Hls.isSupported()) return attachHls(Hls, { video, url: source.url }, events);
  if (video.canPlayType(HLS_TYPE) === '') events.onFault('unsupported');
  return attachNative(video, source.url, events);
}

/**
 * A stream that returns reopens its VOD, but a player that has seen the end of a playlist never loads it again: it is
 * opened again at the same place, and plays on where it stood at the end.
 */
export function useReopen(growing: boolean, video: HTMLVideoElement | null, retry: (play?: boolean) => void): void {
  const before = useRef(growing);
  useEffect(() => {
    if (growing && !before.current && video !== null) retry(video.ended || !video.paused);
    before.current = growing;
  }, [growing, video, retry]);
}
