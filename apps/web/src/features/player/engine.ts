import { type Vod } from '#libs/contracts';
// `import type`, since an import of inline types keeps the module: hls.js would be loaded with the page.
import type { default as Hls, ErrorData, HlsConfig } from 'hls.js';
import { siteUrl } from '../../lib/basepath.js';

export type PlaySource =
  | { readonly kind: 'playlist'; readonly url: string }
  | { readonly kind: 'file'; readonly url: string; readonly index: number };

/** What to play, best first: the playlist (it grows, and plays at once), then the finished files. */
export function sourcesOf(vod: Pick<Vod, 'playlist_url' | 'files'>): readonly PlaySource[] {
  const files = vod.files.map((f, index) => ({ kind: 'file' as const, url: siteUrl(f.url), index }));
  return vod.playlist_url === null ? files : [{ kind: 'playlist', url: siteUrl(vod.playlist_url) }, ...files];
}

/** Why nothing plays. Each has a text that says what to do. */
export type PlayerFault = 'unreachable' | 'forbidden' | 'missing' | 'broken' | 'unsupported';

interface EngineEvents {
  /** The segments are gone (410, or a segment's 404): the container file is what is left. */
  readonly onGone: () => void;
  /** null: it plays again. */
  readonly onFault: (fault: PlayerFault | null) => void;
}

/** What feeds a `<video>`. Positions in seconds of media. */
export interface Engine {
  readonly detach: () => void;
  /** Where "live" is: as near to the end as plays without stalling. Null when nothing grows. */
  readonly livePosition: () => number | null;
  /** Wall clock (ms) of the first frame, by the playlist's programme date-time; null where there is none. */
  readonly programStart: () => number | null;
}

/** What an HTTP status of the playlist means to the viewer. */
function faultOfStatus(status: number): PlayerFault | 'gone' {
  if (status === 410) return 'gone';
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  return 'unreachable';
}

/** After a failed load; hls.js has tried on its own before it calls an error fatal. */
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

/**
 * Plays a playlist with hls.js, growing or whole. Its reload goes on through the end of the recording: ENDLIST just
 * stops it.
 */
export function attachHls(
  Player: typeof Hls,
  { video, url }: Target,
  { startAt, onGone, onFault }: EngineEvents & { readonly startAt: number },
): Engine {
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
  const onPlaying = (): void => {
    onFault(null);
  };
  // A media element says only that it failed; the status says why.
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
