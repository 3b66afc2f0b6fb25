import { OutsideError, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { HttpError, type HttpFault, type HttpPort } from '../http/http-port.js';
import { type MediaPlaylist, type MediaSegment } from '../playlist/media-playlist.js';
import { parseMediaPlaylistAsync } from '../playlist/parse-media.js';
import { type ListedSegment } from '../playlist/window-tracker.js';
import { type CaptureSink } from './capture-sink.js';
import { systemClock, type Clock } from './clock.js';
import { type EpochResume } from './epoch-tracker.js';
import { SideResources } from './fetch-segment.js';
import { type HlsSource, PLAYLIST_MAX } from './hls-source.js';
import { SegmentPipeline } from './segment-pipeline.js';
import { type FailureRule } from './segment-retry.js';

/**
 * Where an earlier run stopped: the newest segment that is stored or skipped as a gap (`at`: its wall clock), and its
 * epoch.
 */
export interface DownloadResume {
  readonly seq: number;
  readonly at: number;
  readonly epoch: EpochResume | null;
}

export interface DownloadSettings extends DownloadPlan {
  readonly source: Pick<HlsSource, 'mediaUrl' | 'variables' | 'relocate'>;
  readonly http: HttpPort;
  readonly sink: CaptureSink;
  readonly signal: AbortSignal;
  readonly resume: DownloadResume | null;
  /**
   * ms. A list without an end marker that brings nothing new for this long belongs to a broadcast that has ended. The
   * default, 600,000, is longer than the minutes by which the lists of sites lag.
   */
  readonly stillMs?: number;
  /** Called at each load of the list with the length of the requested media as known now, ms. */
  readonly onList?: (wholeMs: number, growing: boolean) => void;
  readonly clock?: Clock;
  readonly parallel?: number;
  /** Memory for bodies that wait for their turn, in bytes. */
  readonly heldBytes?: number;
}

const DEFAULTS = { clock: systemClock, parallel: 4, heldBytes: 16 * 1024 * 1024, stillMs: 600_000 };
const SEGMENT_MAX = 512 * 1024 * 1024;
/**
 * A slow connection must be able to load a 10 s segment in parallel with others: silence ends an attempt, not duration.
 */
const BODY_MS = 900_000;
const LIST_MS = 30_000;
const LIST_TRIES = 5;
/** After this many attempts, a segment that is refused or malformed counts as missing. */
const GONE_TRIES = 5;
/**
 * How long a server may be unreachable before the run fails. A later run repeats it: the site still has the missing
 * media.
 */
const AWAY_MS = 120_000;
const POLL = { leastMs: 4000, mostMs: 30_000 };
/** The sums of rounded lengths differ by at most this much between two loads of a list. */
const SAME_MS = 1000;
const REFUSED: readonly number[] = [401, 403, 404, 410];

/**
 * Downloads a recorded video by its media playlist. The sink receives each segment of the requested range once, in
 * order; media that the site has lost is a gap with its cause. Reloads a list without an end until it ends or stops
 * growing. Safe to repeat, with the stored part as `resume`.
 * @returns how the list ended
 * @throws UserError `video-changed`: the site cut the video again since the earlier run
 * @throws PlaylistError: the list is invalid
 * @throws OutsideError: the site is unavailable for longer; run it again later
 * @throws what the sink throws
 */
export async function downloadHls(settings: DownloadSettings): Promise<'endlist' | 'still'> {
  const { source, http, sink, clock, parallel, heldBytes, resume } = { ...DEFAULTS, ...settings };
  const failed = new AbortController();
  const signal = AbortSignal.any([settings.signal, failed.signal]);
  const pipeline = new SegmentPipeline({
    clock,
    sink,
    http,
    signal,
    parallel,
    heldBytes,
    ignoreContentDiscontinuity: false,
    side: new SideResources(http),
    maxBytes: SEGMENT_MAX,
    resume: resume?.epoch ?? null,
    afterFailure,
    bodyMs: BODY_MS,
  });
  const delivered = pipeline.run().catch((error: unknown) => {
    failed.abort(error);
    throw error;
  });
  delivered.catch(() => undefined);
  const lists = new DownloadPlaylists({ http, clock, source, signal });
  try {
    const end = await followList({ ...settings, signal }, { lists, pipeline, clock });
    pipeline.close(Infinity);
    await delivered;
    settings.signal.throwIfAborted();
    return end;
  } catch (error) {
    failed.abort(error);
    await delivered.catch(() => undefined);
    throw failed.signal.reason as Error;
  }
}

const PASSING: readonly HttpFault[] = ['away', 'timeout', 'no-room'];

/** A refusal of a segment is final; a server that does not answer may recover. */
const afterFailure: FailureRule = (failed, { since, now, attempts }) => {
  if (failed instanceof HttpError && (PASSING.includes(failed.what) || failed.status >= 500 || failed.status === 429))
    return now - since > AWAY_MS ? 'fail' : 'again';
  return attempts >= GONE_TRIES ? 'gap' : 'again';
};

interface Followed {
  readonly lists: DownloadPlaylists;
  readonly pipeline: SegmentPipeline;
  readonly clock: Clock;
}

/** Pushes the new segments of each load of the list until the list ends. */
async function followList(
  settings: DownloadSettings,
  { lists, pipeline, clock }: Followed,
): Promise<'endlist' | 'still'> {
  const { signal, resume, stillMs } = { ...DEFAULTS, ...settings };
  let newest = resume?.seq ?? -1;
  let newAt = clock.now();
  for (let first = true; ; first = false) {
    const list = await lists.load();
    const retained = readDownloadList(list, settings);
    if (first) mustBeSame(retained, resume);
    const fresh = retained.segments.filter((s) => s.segment.seq > newest);
    pipeline.push(list, 0, fresh);
    settings.onList?.(retained.wholeMs, !retained.isOver);
    if (retained.isOver) return 'endlist';
    const last = fresh.at(-1);
    if (last) {
      newest = last.segment.seq;
      newAt = clock.now();
    }
    if (clock.now() - newAt >= stillMs) return 'still';
    await clock.sleep(pauseMs(list), signal);
    signal.throwIfAborted();
  }
}

const pauseMs = ({ targetMs }: MediaPlaylist): number => Math.min(POLL.mostMs, Math.max(POLL.leastMs, targetMs));

/**
 * Checks that the stored part still matches: the site may have cut the video again (an edited highlight).
 * @throws UserError `video-changed`: the newest stored segment is absent or at another time
 */
function mustBeSame({ segments }: DownloadSegments, resume: DownloadResume | null): void {
  if (!resume) return;
  const found = segments.find((s) => s.segment.seq === resume.seq);
  if (!found || Math.abs(found.arrivalAt - resume.at) > SAME_MS) throw new UserError(message('error.video-changed'));
}

/** Loads the list repeatedly and renews an expired address. */
class DownloadPlaylists {
  constructor(
    private readonly ports: Pick<DownloadSettings, 'http' | 'source' | 'signal'> & { readonly clock: Clock },
  ) {}

  async load(): Promise<MediaPlaylist> {
    const { clock, signal } = this.ports;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.once();
      } catch (failed) {
        signal.throwIfAborted();
        if (!(failed instanceof OutsideError) || tries >= LIST_TRIES) throw failed;
        if (failed instanceof HttpError && REFUSED.includes(failed.status)) await this.ports.source.relocate();
      }
      await clock.sleep(1000 * 2 ** (tries - 1), signal);
    }
  }

  private async once(): Promise<MediaPlaylist> {
    const { http, source, signal } = this.ports;
    const { body, url } = await http.get({
      url: source.mediaUrl,
      signal,
      idleMs: LIST_MS,
      totalMs: LIST_MS,
      maxBytes: PLAYLIST_MAX,
      text: true,
    });
    try {
      return await parseMediaPlaylistAsync(body.bytes.toString('utf8'), url, source.variables);
    } finally {
      body.release();
    }
  }
}

/** A range of a video, ms from its first frame; `toMs` null: to its end. */
interface VideoRange {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/**
 * The requested range of a video, and its clock: `startedAt` is the wall clock of its first frame, ms since the Unix
 * epoch.
 */
interface DownloadPlan {
  readonly startedAt: number;
  readonly range: VideoRange;
  /** Only these stretches of the range, in order and apart from each other; absent: all of it. */
  readonly stretches?: readonly VideoRange[];
}

/**
 * The segments of a list in the requested range. `wholeMs`: their total length; `isOver`: the list will not add more of
 * the range.
 */
interface DownloadSegments {
  readonly segments: readonly ListedSegment[];
  readonly wholeMs: number;
  readonly isOver: boolean;
}

/**
 * Returns all segments that overlap the requested range, whole. The clock of a recorded video starts at its first
 * frame, and so do the site's other times (chat, chapters). So the segments use this clock, and the broadcast's
 * programme date-time is ignored.
 */
function readDownloadList(list: MediaPlaylist, { startedAt, range, stretches }: DownloadPlan): DownloadSegments {
  const segments: ListedSegment[] = [];
  const wanted = stretches ?? [range];
  let [atMs, wholeMs] = [0, 0];
  for (const segment of list.segments) {
    const endMs = atMs + segment.durMs;
    const startMs = atMs;
    if (wanted.some(({ fromMs, toMs }) => endMs > fromMs && (toMs === null || startMs < toMs))) {
      segments.push(listed(segment, list.baseUrl, startedAt + atMs));
      wholeMs += segment.durMs;
    }
    atMs = endMs;
  }
  return { segments, wholeMs, isOver: list.ended || (range.toMs !== null && atMs >= range.toMs) };
}

const listed = (segment: MediaSegment, baseUrl: string, at: number): ListedSegment => ({
  kind: 'segment',
  segment: { ...segment, pdtMs: at },
  baseUrl,
  numbering: 0,
  reset: false,
  arrivalAt: at,
});
