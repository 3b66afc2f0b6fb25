import { type CaptureSink } from './capture-sink.js';
import { systemClock, type Clock } from './clock.js';
import { type HlsSource } from './hls-source.js';
import { type HttpPort } from './http-port.js';
import { PlaylistWorker } from './playlist-worker.js';
import { SegmentPipeline } from './segment-pipeline.js';
import { SideResources } from './side-resources.js';
import { WindowTracker, type Resume } from './window-tracker.js';

export interface CaptureSettings {
  readonly source: Pick<HlsSource, 'mediaUrl' | 'variables' | 'relocate'>;
  readonly http: HttpPort;
  readonly sink: CaptureSink;
  readonly signal: AbortSignal;
  readonly staleTargets: number;
  /** Where the part before stopped, so that nothing is taken twice; null for the first one. */
  readonly resume: Resume | null;
  /** Stand by: an ended or silent source is asked until it brings something new. */
  readonly waitForFirst: boolean;
  readonly clock?: Clock;
  readonly parallel?: number;
  /** Memory for bodies whose turn has not come, in bytes. */
  readonly heldBytes?: number;
  readonly onFault?: (failed: unknown) => void;
}

export interface CaptureEnd { readonly cause: 'endlist' | 'stale' | 'stopped'; readonly resume: Resume | null; readonly targetMs: number }

const SEGMENT_MAX = 512 * 1024 * 1024;

/**
 * Captures a live HLS source from the oldest segment of its window on, until it ends, goes stale, or the signal aborts. Everything goes to
 * the sink in the order of the source; what could not be had is a gap with its cause (architecture 5.3, 5.4).
 * @throws what the sink throws; OutsideError `key-unsupported`
 */
export async function captureHls(settings: CaptureSettings): Promise<CaptureEnd> {
  const { source, http, sink, staleTargets, waitForFirst, resume, clock = systemClock, parallel = 4, heldBytes = 16 * 1024 * 1024 } = settings;
  const failed = new AbortController();
  const signal = AbortSignal.any([settings.signal, failed.signal]);
  const tracker = new WindowTracker(resume);
  const pipeline = new SegmentPipeline({ clock, sink, http, signal, parallel, heldBytes, side: new SideResources(http), maxBytes: SEGMENT_MAX });
  const worker = new PlaylistWorker({
    http, clock, source, signal, staleTargets, waitForFirst, ...(settings.onFault ? { onFault: settings.onFault } : {}),
    onList: (list, wall) => {
      const tracked = tracker.update(list, wall);
      pipeline.push(list, tracker.numbering, tracked);
      return tracked.length;
    },
  });
  const delivered = pipeline.run().catch((error: unknown) => { failed.abort(error); throw error; });
  delivered.catch(() => undefined);
  const cause = await worker.run();
  pipeline.close(cause === 'stopped' ? 0 : Math.max(10_000, 3 * worker.targetMs));
  await delivered;
  return { cause, resume: tracker.resume, targetMs: worker.targetMs };
}
