import { type HlsDialect } from '#libs/contracts';
import { AdFilter } from '../ads/ad-filter.js';
import { type CaptureSink } from './capture-sink.js';
import { systemClock, type Clock } from './clock.js';
import { type ClockEnd } from './epoch-tracker.js';
import { type HlsSource } from './hls-source.js';
import { type HttpPort } from '../http/http-port.js';
import { inspectSegment, type InspectMedia } from '../inspect/inspect-segment.js';
import { PlaylistIntake } from './playlist-intake.js';
import { PlaylistWorker, type ListEnd } from './playlist-worker.js';
import { SegmentPipeline } from './segment-pipeline.js';
import { SideResources } from './fetch-segment.js';
import { KnownMedia } from './known-media.js';
import { WindowTracker, type Resume } from '../playlist/window-tracker.js';

export interface CaptureSettings {
  readonly source: Pick<HlsSource, 'mediaUrl' | 'variables' | 'relocate'> &
    Partial<Pick<HlsSource, 'isRenewable' | 'skipped' | 'targetMs'>>;
  readonly http: HttpPort;
  readonly sink: CaptureSink;
  readonly signal: AbortSignal;
  /** Aborts when the list is not needed any more: what was fetched is delivered, what still fails is a gap. */
  readonly ending?: AbortSignal;
  readonly staleTargets: number;
  /** Where the previous part stopped, so that no segment is stored twice; null for the first part. */
  readonly resume: CaptureResume | null;
  /** Standby: poll an ended or stale source until it lists something new. */
  readonly waitForFirst: boolean;
  /** How the site marks ads; null or absent: everything that the list contains is the broadcast (RFC 8216). */
  readonly dialect?: HlsDialect | null;
  readonly clock?: Clock;
  readonly parallel?: number;
  /** Memory for bodies that wait for their turn, in bytes. */
  readonly heldBytes?: number;
  /** What counts as media; default: video and audio. */
  readonly inspect?: InspectMedia;
  /** The largest segment. */
  readonly maxBytes?: number;
  readonly onFault?: (failed: unknown) => void;
  /** Called after each list that could be read. */
  readonly onLoaded?: () => void;
}

/** Where a part stopped, and the media that it captured last. */
export interface CaptureResume extends Resume {
  readonly known?: KnownMedia;
  /** Where its clock stopped, if the list could not be read any more: its numbers show how much is missing. */
  readonly clockEnd?: ClockEnd | null;
}

export interface CaptureEnd {
  readonly cause: ListEnd | 'stopped';
  readonly resume: CaptureResume | null;
  readonly targetMs: number;
}

const SEGMENT_MAX = 512 * 1024 * 1024;
const DEFAULTS = {
  dialect: null,
  clock: systemClock,
  parallel: 4,
  heldBytes: 16 * 1024 * 1024,
  maxBytes: SEGMENT_MAX,
  inspect: inspectSegment,
};

/**
 * Captures a live HLS source from the oldest segment of its window until it ends, becomes stale or unreadable, or the
 * signal aborts. The sink receives everything in the order of the source; missing media is a gap with its cause. Ads of
 * the dialect are reported but never fetched (docs/adr/0011-ads.md).
 * @throws OutsideError `key-unsupported`; and what the sink throws
 */
export async function captureHls(settings: CaptureSettings): Promise<CaptureEnd> {
  const all = { ...DEFAULTS, ...settings };
  const { source, http, sink, staleTargets, waitForFirst, resume, dialect, clock } = all;
  const failed = new AbortController();
  const signal = AbortSignal.any([settings.signal, failed.signal]);
  const ads = dialect ? new AdFilter(dialect) : null;
  const onNotice = sink.notice.bind(sink);
  const tracker = new WindowTracker(resume, { mayProbe: ads === null, onNotice });
  const start = { known: new KnownMedia(), mediaUrl: source.mediaUrl, clockEnd: null, ...resume };
  const pipeline = new SegmentPipeline({
    clock,
    sink,
    http,
    signal,
    parallel: all.parallel,
    heldBytes: all.heldBytes,
    ignoreContentDiscontinuity: dialect?.ignoreContentDiscontinuity === true,
    side: new SideResources(http),
    maxBytes: all.maxBytes,
    inspect: all.inspect,
    known: start.known,
    previous: start.clockEnd,
    oneByOne: true,
  });
  const intake = new PlaylistIntake({
    tracker,
    ads,
    pipeline,
    clock,
    mediaUrl: start.mediaUrl,
    onFresh: () => {
      worker.refreshed();
    },
  });
  const worker: PlaylistWorker = new PlaylistWorker({
    http,
    clock,
    source,
    signal: settings.ending ? AbortSignal.any([signal, settings.ending]) : signal,
    staleTargets,
    waitForFirst,
    ...(settings.onFault ? { onFault: settings.onFault } : {}),
    ...(settings.onLoaded ? { onLoaded: settings.onLoaded } : {}),
    onList: intake.add.bind(intake),
    onRecovered: pipeline.recovered.bind(pipeline),
    mayReceive: () => pipeline.mayReceive(restMs(worker)) || intake.isInDoubt,
  });
  const delivered = runUntilFailure(pipeline, failed);
  const cause = await worker.run();
  await intake.settled(signal);
  if (ads) pipeline.pushRest(ads.flush());
  pipeline.close(cause === 'stopped' ? 0 : restMs(worker));
  await delivered;
  const clockEnd = cause === 'unreadable' ? pipeline.clockEnd : null;
  return {
    cause,
    resume: tracker.resume && { ...tracker.resume, mediaUrl: intake.mediaUrl, known: start.known, clockEnd },
    targetMs: worker.targetMs,
  };
}

/** How long listed segments may still be fetched without a further list. */
const restMs = ({ targetMs }: PlaylistWorker): number => Math.max(10_000, 3 * targetMs);

/** Runs the pipeline; its failure ends everything else of the capture. */
function runUntilFailure(pipeline: SegmentPipeline, failed: AbortController): Promise<void> {
  const delivered = pipeline.run().catch((error: unknown) => {
    failed.abort(error);
    throw error;
  });
  delivered.catch(() => undefined);
  return delivered;
}
