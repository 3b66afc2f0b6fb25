import { type CaptureNotice } from '#libs/contracts';
import { type CapturedAd } from '../ads/ad-breaks.js';
import { inspectSubtitles } from '../inspect/inspect-segment.js';
import { type MediaRendition, type Variant } from '../playlist/parse-master.js';
import { NO_VARIABLES } from '../playlist/variables.js';
import { captureHls, type CaptureEnd, type CaptureSettings } from './capture-hls.js';
import { type CapturedGap, type CapturedSegment, type CaptureSink } from './capture-sink.js';
import { systemClock, type Clock } from './clock.js';
import { type Epoch } from './epoch-tracker.js';
import { type InitSection } from './fetch-segment.js';
import { type HlsSource, type RenditionPlaylists } from './hls-source.js';

type Resume = CaptureSettings['resume'];

/** An audio or subtitles rendition that is captured beside the video. */
export interface RenditionCapture {
  readonly kind: 'audio' | 'subtitles';
  readonly rendition: MediaRendition;
  readonly sink: CaptureSink;
  /** Where the previous part stopped; null for the first part. Called when the video has its first segment. */
  readonly resume: () => Promise<Resume>;
}

export interface RenditionsCaptureSettings extends CaptureSettings {
  readonly source: CaptureSettings['source'] & Pick<HlsSource, 'variant' | 'reloadRenditions'>;
  readonly renditions: readonly RenditionCapture[];
  /** Called when a rendition fails. The video goes on, and the rendition is tried again. */
  readonly onRenditionFault?: (rendition: RenditionCapture, failed: unknown) => void;
  /** Called after each list of a rendition that could be read. */
  readonly onRenditionLoaded?: (rendition: RenditionCapture) => void;
}

export interface RenditionsCaptureEnd extends CaptureEnd {
  readonly rest: RenditionsRest;
}

/** The renditions of a part whose video has ended. Their last segments may still come. */
export interface RenditionsRest {
  /** Where each rendition stopped, by its id. Settles soon after the video, and never rejects. */
  readonly done: Promise<ReadonlyMap<string, Resume>>;
  /** Stops loading their lists; received segments are still delivered. */
  stop(): void;
}

const HELD_BYTES = 16 * 1024 * 1024;
/**
 * Share of `heldBytes` for all renditions together. Audio has a tenth of the bytes of the video, but its segments arrive
 * at the same moment.
 */
const RENDITIONS_SHARE = 0.25;
/** Requests of each rendition at the same time; the video gets most connections. */
const PARALLEL = 2;
const RETRY_MS = 2000;
/** Minimum time between two loads of the master for renditions that fail. */
const RELOAD_MS = 30_000;
/** Minimum time for the last segments of the renditions after the end of the video. */
const MIN_REST_MS = 10_000;
/** The same, in target durations of the video. */
const REST_TARGETS = 3;

/**
 * Captures a live source and renditions of its master side by side (docs/adr/0018-renditions.md). The video decides
 * about the start and the end: the other lists are read from the first segment of the video on, with all segments that
 * their windows still contain. A rendition that fails or ends alone is tried again until the video ends; its missing
 * segments are gaps. All share the memory of one capture.
 * @throws as {@link captureHls}, for the video only
 */
export async function captureWithRenditions({
  renditions,
  onRenditionFault,
  onRenditionLoaded,
  heldBytes = HELD_BYTES,
  ...settings
}: RenditionsCaptureSettings): Promise<RenditionsCaptureEnd> {
  if (renditions.length === 0) return { ...(await captureHls({ ...settings, heldBytes })), rest: NO_REST };
  const clock = settings.clock ?? systemClock;
  const [ending, stopping] = [new AbortController(), new AbortController()];
  const signal = AbortSignal.any([settings.signal, stopping.signal]);
  const shareBytes = (heldBytes * RENDITIONS_SHARE) / renditions.length;
  const addresses = new RenditionAddresses(settings.source, clock);
  const shared = { ...settings, clock, signal, ending: ending.signal, heldBytes: shareBytes, parallel: PARALLEL };
  const tracks = renditions.map(
    (one) =>
      new TrackCapture(one, {
        ...shared,
        source: sourceOf(addresses, one),
        onFault: (failed) => onRenditionFault?.(one, failed),
        onLoaded: () => onRenditionLoaded?.(one),
      }),
  );
  const captures: { running: Promise<unknown> | null } = { running: null };
  const sink = afterEachSegment(settings.sink, () => {
    captures.running ??= Promise.all(tracks.map((track) => track.run()));
  });
  try {
    const end = await captureHls({ ...settings, sink, heldBytes: heldBytes * (1 - RENDITIONS_SHARE) });
    for (const track of tracks) track.finish();
    const { running } = captures;
    if (!running) return { ...end, rest: NO_REST };
    const restMs = Math.max(MIN_REST_MS, REST_TARGETS * end.targetMs);
    const done = endWithin(restMs, { clock, running, ending, stopping }).then(
      () => new Map(tracks.map(({ id, resume }) => [id, resume])),
    );
    return { ...end, rest: { done, stop: ending.abort.bind(ending) } };
  } catch (failed) {
    stopping.abort();
    await captures.running;
    throw failed;
  }
}

const NO_REST: RenditionsRest = { done: Promise.resolve(new Map()), stop: () => undefined };

/** A segment of subtitles holds the text of some seconds. */
const SUBTITLES_MAX_BYTES = 2 * 1024 * 1024;
const SUBTITLES = { inspect: inspectSubtitles, maxBytes: SUBTITLES_MAX_BYTES };

interface RenditionsEnd {
  readonly clock: Clock;
  readonly running: Promise<unknown>;
  readonly ending: AbortController;
  readonly stopping: AbortController;
}

/**
 * Waits for the renditions for a time. Then stops loading their lists, and waits as long again for open requests, which
 * it then aborts.
 */
async function endWithin(ms: number, { clock, running, ending, stopping }: RenditionsEnd): Promise<void> {
  for (const end of [ending, stopping]) {
    await Promise.race([running, clock.sleep(ms, end.signal)]);
    end.abort();
  }
  await running;
}

type TrackSettings = CaptureSettings & { readonly clock: Clock };

/** Captures one rendition again and again, until the video has ended. */
class TrackCapture {
  resume: Resume = null;
  /** Its list has ended once; the capture waits for it to go on. */
  private standingBy = false;
  private finishing = false;
  /** Aborted when the video has ended and nothing more is expected. */
  private readonly idle = new AbortController();
  private readonly sink: EpochNumbers;

  constructor(
    private readonly captured: RenditionCapture,
    private readonly settings: TrackSettings,
  ) {
    this.sink = new EpochNumbers(captured.sink);
  }

  get id(): string {
    return this.captured.rendition.id;
  }

  /** Call when the video has ended. Ends with the list, or at once if the list has ended before without a new segment. */
  finish(): void {
    this.finishing = true;
    if (this.standingBy && this.sink.isEmpty) this.idle.abort();
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { clock } = this.settings;
    this.resume = await this.captured.resume();
    const signal = AbortSignal.any([this.settings.signal, this.idle.signal]);
    do {
      try {
        await this.captureOnce(signal);
      } catch (failed) {
        if (!isAborted(signal)) this.settings.onFault?.(failed);
        await clock.sleep(RETRY_MS, signal);
      }
    } while (!signal.aborted && !this.finishing);
  }

  private async captureOnce(signal: AbortSignal): Promise<void> {
    this.sink.begin();
    const end = await captureHls({
      ...this.settings,
      ...(this.captured.kind === 'subtitles' && SUBTITLES),
      signal,
      sink: this.sink,
      resume: this.resume,
      waitForFirst: this.standingBy,
    });
    this.resume = end.resume ?? this.resume;
    this.standingBy = true;
  }
}

/** Passes everything on, and calls `onSegment` after each segment. */
const afterEachSegment = (sink: CaptureSink, onSegment: () => void): CaptureSink => ({
  init: (section) => sink.init(section),
  epoch: (epoch) => sink.epoch(epoch),
  segment: async (captured) => {
    await sink.segment(captured);
    onSegment();
  },
  gap: (gap) => sink.gap(gap),
  ad: (ad) => sink.ad(ad),
  notice: (notice) => {
    sink.notice(notice);
  },
});

/** Each capture numbers its epochs from 0; several captures of one rendition fill one part. */
class EpochNumbers implements CaptureSink {
  /** No epoch has arrived since `begin`. */
  isEmpty = true;
  private first = 0;
  private next = 0;

  constructor(private readonly sink: CaptureSink) {}

  begin(): void {
    this.first = this.next;
    this.isEmpty = true;
  }

  init(section: InitSection): Promise<void> {
    return this.sink.init(section);
  }

  epoch(epoch: Epoch): Promise<void> {
    this.isEmpty = false;
    this.next = this.first + epoch.epoch + 1;
    return this.sink.epoch({ ...epoch, epoch: this.first + epoch.epoch });
  }

  segment({ info, body }: CapturedSegment): Promise<void> {
    return this.sink.segment({ info: { ...info, epoch: this.first + info.epoch }, body });
  }

  gap(gap: CapturedGap): Promise<void> {
    return this.sink.gap({ ...gap, epoch: this.first + gap.epoch });
  }

  ad(ad: CapturedAd): Promise<void> {
    return this.sink.ad(ad);
  }

  notice(notice: CaptureNotice): void {
    this.sink.notice(notice);
  }
}

const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Addresses of all renditions, from the newest load of the master. The video loads the master when its own address
 * fails, and so does a rendition, because its address may expire alone.
 */
class RenditionAddresses {
  private variant: Variant | null = null;
  private loaded: RenditionPlaylists = { audio: [], subtitles: [], variables: NO_VARIABLES };
  private loading: Promise<void> | null = null;
  private loadedAt = -Infinity;

  constructor(
    private readonly source: RenditionsCaptureSettings['source'],
    private readonly clock: Clock,
  ) {}

  get newest(): RenditionPlaylists {
    const { variant, variables } = this.source;
    if (variant !== this.variant) {
      this.variant = variant;
      this.loaded = { audio: variant?.audio ?? [], subtitles: variant?.subtitles ?? [], variables };
    }
    return this.loaded;
  }

  /** Loads the master if no track did so recently. @throws as {@link HlsSource.reloadRenditions} */
  async reload(): Promise<void> {
    if (!this.loading && this.clock.now() - this.loadedAt < RELOAD_MS) return;
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    await this.loading;
  }

  private async load(): Promise<void> {
    this.loadedAt = this.clock.now();
    const found = await this.source.reloadRenditions();
    if (!found) return;
    this.variant = this.source.variant;
    this.loaded = found;
  }
}

/** The list of a rendition, at its newest address. */
function sourceOf(
  addresses: RenditionAddresses,
  { kind, rendition: { id, url } }: RenditionCapture,
): CaptureSettings['source'] {
  let used = url;
  const newest = (): string => addresses.newest[kind].find((one) => one.id === id)?.url ?? used;
  return {
    get mediaUrl() {
      used = newest();
      return used;
    },
    get variables() {
      return addresses.newest.variables;
    },
    relocate: async () => {
      const failing = used;
      if (newest() === failing) await addresses.reload();
      return newest() !== failing;
    },
  };
}
