// A separate `import type`, because an import with inline types would still load hls.js with the page.
import type { default as Hls, ErrorData, HlsConfig } from 'hls.js';

/** Why nothing plays. The player shows a text with a remedy for each. */
export type PlayerFault = 'unreachable' | 'forbidden' | 'missing' | 'broken' | 'unsupported';

export interface PlaybackEngineEvents {
  /** The segments are deleted (410, or 404 for a segment); only the container file is left. */
  readonly onGone: () => void;
  /** null: playback works again. */
  readonly onFault: (fault: PlayerFault | null) => void;
}

/** The source of a `<video>`. Positions in seconds of media. */
export interface PlaybackEngine {
  readonly detach: () => void;
  /** The live position: as near to the end as possible without stalling. Null if the source does not grow. */
  readonly livePosition: () => number | null;
  /** Wall clock (ms) of the first frame, from the playlist's programme date-time; null if there is none. */
  readonly programStart: () => number | null;
}

/** Maps an HTTP status of the playlist to a fault for the viewer. */
function faultOfStatus(status: number): PlayerFault | 'gone' {
  if (status === 410) return 'gone';
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  return 'unreachable';
}

/** ms until a retry after a failed load. hls.js has already retried before it reports a fatal error. */
const RETRY_MS = 3000;
const RECOVERIES = 2;

const hlsConfig = (startAt: number): Partial<HlsConfig> => ({
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

/** Plays a growing or finished playlist with hls.js. hls.js reloads the playlist until ENDLIST. */
export function attachHls(
  Player: typeof Hls,
  { video, url }: Target,
  { startAt, onGone, onFault }: PlaybackEngineEvents & { readonly startAt: number },
): PlaybackEngine {
  const hls = new Player(hlsConfig(startAt));
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

/** Seconds behind the end: a few segments, like the HLS of a browser. */
const BEHIND_S = 6;

/** Lets the browser play an address itself: by its own HLS, or a file by Range. */
export function attachNative(
  video: HTMLVideoElement,
  url: string,
  { startAt, onGone, onFault }: PlaybackEngineEvents & { readonly startAt: number },
): PlaybackEngine {
  const started = (): void => {
    if (startAt > 0 && video.currentTime < startAt) video.currentTime = startAt;
  };
  const onPlaying = (): void => {
    onFault(null);
  };
  // A media element does not report why it failed; the HTTP status does.
  const failed = (): void => {
    void statusOf(url).then((status) => {
      const fault = status === null ? 'unreachable' : status < 400 ? 'unsupported' : faultOfStatus(status);
      if (fault === 'gone') onGone();
      else onFault(fault);
    });
  };
  video.addEventListener('loadedmetadata', started);
  video.addEventListener('playing', onPlaying);
  video.addEventListener('error', failed);
  video.src = url;
  return {
    detach: () => {
      video.removeEventListener('loadedmetadata', started);
      video.removeEventListener('playing', onPlaying);
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

async function statusOf(url: string): Promise<number | null> {
  try {
    const { status } = await fetch(url, { method: 'GET', headers: { range: 'bytes=0-1' }, credentials: 'same-origin' });
    return status;
  } catch {
    return null;
  }
}
