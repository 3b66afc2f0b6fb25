import type { default as Hls, ErrorData, HlsConfig } from 'hls.js';
import { type Engine, type EngineEvents, faultOfStatus } from './engine.js';

/** After a failed load; hls.js has tried on its own before it calls an error fatal. */
const RETRY_MS = 3000;
const RECOVERIES = 2;

const config = (startAt: number): Partial<HlsConfig> => ({
  startPosition: startAt,
  lowLatencyMode: false,
  liveSyncDurationCount: 3,
  backBufferLength: 90,
  maxBufferLength: 30,
  liveDurationInfinity: false,
});

interface Target {
  readonly video: HTMLVideoElement;
  readonly url: string;
}

/**
 * Plays a playlist with hls.js, growing or whole. Its reload goes on through the end of the recording: ENDLIST just
 * stops it.
 */
export function attachHls(
  Player: typeof Hls,
  { video, url }: Target,
  { startAt, onGone, onFault }: EngineEvents & { readonly startAt: number },
): Engine {
  const hls = new Player(config(startAt));
  let retry = 0;
  let recoveries = RECOVERIES;

  function again(): void {
    onFault('unreachable');
    window.clearTimeout(retry);
    retry = window.setTimeout(() => {
      if (hls.levels.length === 0) hls.loadSource(url);
      else hls.startLoad(video.currentTime);
    }, RETRY_MS);
  }

  function network(data: ErrorData): void {
    const fault = faultOfStatus(data.response?.code ?? 0);
    const segment = data.details === Player.ErrorDetails.FRAG_LOAD_ERROR;
    if (fault === 'gone' || (segment && fault === 'missing')) onGone();
    else if (fault === 'unreachable') again();
    else onFault(fault);
  }

  hls.on(Player.Events.ERROR, (_, data) => {
    if (!data.fatal) return;
    if (data.type === Player.ErrorTypes.NETWORK_ERROR) network(data);
    else if (data.type === Player.ErrorTypes.MEDIA_ERROR && recoveries-- > 0) hls.recoverMediaError();
    else onFault('broken');
  });
  hls.on(Player.Events.FRAG_BUFFERED, () => {
    recoveries = RECOVERIES;
    onFault(null);
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    detach: () => {
      window.clearTimeout(retry);
      hls.destroy();
    },
    livePosition: () => (hls.latestLevelDetails?.live === true ? hls.liveSyncPosition : null),
    programStart: () => hls.latestLevelDetails?.fragments[0]?.programDateTime ?? null,
  };
}
