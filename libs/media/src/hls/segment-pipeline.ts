import { crc32 } from 'node:zlib';
import { type GapCause, type SegmentExt } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { formatOf } from '../inspect/ts-format.js';
import { AdBreaks } from '../ads/ad-breaks.js';
import { type ListedAd, type FilteredItem } from '../ads/ad-filter.js';
import { HttpError } from '../http/http-port.js';
import { type CapturedGap, type CaptureSink } from './capture-sink.js';
import { type Clock } from './clock.js';
import { EpochTracker, type Epoch, type EpochResume } from './epoch-tracker.js';
import { fetchSegment, type FetchedSegment, type FetchPorts, type InitSection } from './fetch-segment.js';
import { type MediaPlaylist, type MediaSegment } from '../playlist/media-playlist.js';
import { type ListedSegment } from '../playlist/window-tracker.js';
import { SegmentRetry, type Tries } from './segment-retry.js';

export interface PipelineSettings extends FetchPorts {
  readonly clock: Clock;
  readonly sink: CaptureSink;
  readonly signal: AbortSignal;
  /** Number of segments fetched in parallel. */
  readonly parallel: number;
  /** Bytes of bodies that wait for their turn; above this limit, only the next segment in turn is fetched. */
  readonly heldBytes: number;
  /** The source marks discontinuities where there are none. */
  readonly ignoreContentDiscontinuity: boolean;
  /** Where an earlier run stopped; absent for the first run. */
  readonly resume?: EpochResume | null;
  /** Decides after a failed attempt. Absent: retry for as long as the playlist lists the segment, then report a gap. */
  readonly afterFailure?: FailureRule;
  /** Longest time for one body, ms; absent: a limit that suits a live window. */
  readonly bodyMs?: number;
}

/**
 * What follows a failed attempt at a segment. `fail`: the pipeline delivers everything before it, then ends with this
 * error.
 */
export type FailureRule = (failed: unknown, tries: Tries) => 'again' | 'gap' | 'fail';

type Outcome =
  | { readonly fetched: FetchedSegment }
  | { readonly lost: GapCause }
  | { readonly ad: true }
  | { readonly stopped: true };
interface Entry {
  item: FilteredItem;
  readonly outcome: Promise<Outcome>;
  readonly settle: (outcome: Outcome) => void;
  started: boolean;
}

/** `discontinuity`: one of the missing segments started with one. */
type Lost = Omit<CapturedGap, 'epoch'> & { readonly discontinuity: boolean };

const EXT = { ts: 'ts', fmp4: 'm4s', aac: 'aac' } as const satisfies Record<string, SegmentExt>;

/** Fetches segments in parallel and delivers them in order, each one captured or as a gap with its cause. */
export class SegmentPipeline {
  private readonly queue: Entry[] = [];
  private readonly epochs: EpochTracker;
  private readonly breaks: AdBreaks;
  private readonly retry = new SegmentRetry();
  private running = 0;
  private held = 0;
  private closed = false;
  private failure: { readonly error: unknown } | null = null;
  private wake: () => void = () => undefined;

  constructor(private readonly settings: PipelineSettings) {
    this.epochs = new EpochTracker(
      { ignoreContentDiscontinuity: settings.ignoreContentDiscontinuity },
      settings.resume ?? null,
    );
    this.breaks = new AdBreaks(settings.sink);
    settings.signal.addEventListener(
      'abort',
      () => {
        this.wake();
      },
      { once: true },
    );
  }

  /** Adds the new items of a load of the playlist. */
  push(list: MediaPlaylist, numbering: number, sorted: readonly FilteredItem[]): void {
    this.retry.moved(list, numbering);
    this.renewAddresses(list, numbering);
    this.enqueue(sorted);
  }

  /** Adds the items that were undecided until the last list. */
  pushRest(sorted: readonly FilteredItem[]): void {
    this.enqueue(sorted);
  }

  private enqueue(sorted: readonly FilteredItem[]): void {
    for (const item of sorted) {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      this.queue.push({ item, outcome: promise, settle: resolve, started: false });
    }
    this.pump();
    this.wake();
  }

  /**
   * Signed addresses change with each list and expire: a segment that waits uses its newest address, also in a new
   * session.
   */
  private renewAddresses(list: MediaPlaylist, numbering: number): void {
    for (const entry of this.queue) {
      if (entry.item.kind !== 'segment') continue;
      const listed = listedAs(entry.item, list, numbering);
      if (!listed) continue;
      const { uri, map, key, seq } = listed;
      entry.item = {
        ...entry.item,
        baseUrl: list.baseUrl,
        segment: { ...entry.item.segment, uri, map, key },
        ...(numbering === entry.item.numbering ? {} : { place: { numbering, seq } }),
      };
    }
  }

  /** Nothing more will be pushed; listed segments may still be fetched for `forMs`. */
  close(forMs: number): void {
    this.closed = true;
    this.retry.close(this.settings.clock.now() + forMs);
    this.wake();
  }

  /**
   * Delivers everything until the pipeline is closed and empty, or the signal aborts.
   * @throws OutsideError `key-unsupported`; and what the sink throws
   */
  async run(): Promise<void> {
    try {
      await this.release();
    } catch (error) {
      // The sink owns the segment that it just received, even if it failed.
      this.queue.shift();
      this.dropRest();
      throw error;
    }
  }

  private async release(): Promise<void> {
    for (;;) {
      const head = this.queue[0];
      if (!head) {
        if (this.closed || this.settings.signal.aborted) return this.breaks.end(null);
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        continue;
      }
      const outcome = await head.outcome;
      if ('stopped' in outcome) {
        this.dropRest();
        await this.breaks.end(null);
        if (this.failure) throw this.failure.error;
        return;
      }
      await this.deliver(head.item, outcome);
      this.queue.shift();
      this.pump();
    }
  }

  private pump(): void {
    for (const entry of this.queue) {
      if (this.running >= this.settings.parallel) return;
      if (entry.started) continue;
      if (this.held >= this.settings.heldBytes && entry !== this.queue[0]) return;
      entry.started = true;
      void this.start(entry);
    }
  }

  private async start(entry: Entry): Promise<void> {
    if (entry.item.kind === 'ad') {
      entry.settle({ ad: true });
      return;
    }
    if (entry.item.kind === 'missed') {
      entry.settle({ lost: 'left-window' });
      return;
    }
    if (entry.item.segment.gap) {
      entry.settle({ lost: 'source-gap' });
      return;
    }
    this.running += 1;
    const outcome = await this.fetch(entry, entry.item);
    this.running -= 1;
    if ('fetched' in outcome) this.held += outcome.fetched.body.bytes.length;
    entry.settle(outcome);
    this.pump();
  }

  private async fetch(entry: Entry, first: ListedSegment): Promise<Outcome> {
    const { clock, signal } = this.settings;
    const since = clock.now();
    for (let attempts = 1; ; attempts += 1) {
      if (signal.aborted) return { stopped: true };
      const item = entry.item.kind === 'segment' ? entry.item : first;
      try {
        return { fetched: await fetchSegment(item, this.settings, this.timing(item)) };
      } catch (failed) {
        const cause = gapCauseOf(failed);
        const next = this.afterFailure(failed, item, { since, now: clock.now(), attempts, cause });
        if (next === 'fail') {
          this.failure ??= { error: failed };
          return { stopped: true };
        }
        if (next === 'gap') return { lost: cause };
      }
      await clock.sleep(Math.min(1000, 100 * 2 ** (attempts - 1)), signal);
    }
  }

  private afterFailure(failed: unknown, item: ListedSegment, tries: Tries): ReturnType<FailureRule> {
    if (isAppError(failed) && failed.code === 'key-unsupported') return 'fail';
    if (this.settings.afterFailure) return this.settings.afterFailure(failed, tries);
    return this.retry.mayRetry(item, tries) ? 'again' : 'gap';
  }

  /** The attempt ends if the server is silent for two segments: a window is only a few segments long. */
  private timing({ segment: { durMs } }: ListedSegment): { idleMs: number; totalMs: number; signal: AbortSignal } {
    return {
      idleMs: clamp(2 * durMs, 3000, 10_000),
      totalMs: this.settings.bodyMs ?? Math.max(30_000, 5 * durMs),
      signal: this.settings.signal,
    };
  }

  private async deliver(item: FilteredItem, outcome: Outcome): Promise<void> {
    if (item.kind === 'ad') return this.ad(item);
    if (item.kind === 'missed') {
      const { fromSeq, toSeq, durMs, at } = item;
      return this.gap({ fromSeq, toSeq, durMs, at, cause: 'left-window', discontinuity: false });
    }
    const { segment, reset, arrivalAt } = item;
    if ('lost' in outcome) {
      return this.gap({
        fromSeq: segment.seq,
        toSeq: segment.seq,
        durMs: segment.durMs,
        at: segment.pdtMs === null ? (this.epochs.nextAt ?? arrivalAt) : this.epochs.wallOf(segment.pdtMs, arrivalAt),
        cause: outcome.lost,
        discontinuity: segment.discontinuity || reset,
      });
    }
    if ('fetched' in outcome) await this.deliverMedia(item, outcome.fetched);
  }

  private async deliverMedia(
    { segment, reset, arrivalAt }: ListedSegment,
    { body, init, inspected }: FetchedSegment,
  ): Promise<void> {
    const size = body.bytes.length;
    const { seq, durMs, discontinuity, pdtMs } = segment;
    const { begins, epoch, ptsMs } = this.epochs.place({
      ...inspected,
      durMs,
      pdtMs,
      arrivalAt,
      discontinuity,
      reset,
      initCrc: init?.crc ?? null,
      format: () => formatOf(body.bytes),
    });
    await this.announce(begins, init).catch((error: unknown) => {
      body.release();
      throw error;
    });
    const crc = crc32(body.bytes).toString(16).padStart(8, '0');
    const info = {
      epoch,
      seq,
      ptsMs: Math.round(ptsMs),
      durMs: Math.round(durMs),
      bytes: size,
      pdtMs: pdtMs === null ? null : Math.round(pdtMs),
      crc,
      ext: EXT[inspected.container],
    };
    await this.settings.sink.segment({ info, body });
    this.held -= size;
  }

  /** Delivers what precedes a segment: the end of a break, and an epoch that starts with the segment. */
  private async announce(begins: Epoch | null, init: InitSection | null): Promise<void> {
    const { sink } = this.settings;
    await this.breaks.end(begins?.startAt ?? null);
    if (begins && init) await sink.init(init);
    if (begins) await sink.epoch(begins);
  }

  private async gap({ discontinuity, ...gap }: Lost): Promise<void> {
    await this.breaks.end(null);
    this.epochs.lost(gap.durMs, discontinuity);
    await this.settings.sink.gap({
      ...gap,
      epoch: this.epochs.epoch,
      durMs: Math.max(0, Math.round(gap.durMs)),
      at: Math.round(gap.at),
    });
  }

  /** Time passes, but not on the clock of the broadcast: the next segment starts an epoch at its own time. */
  private async ad(ad: ListedAd): Promise<void> {
    const { epoch, nextAt } = this.epochs;
    const wallAt = this.epochs.wallOf(ad.pdtMs, ad.arrivalAt);
    await this.breaks.add(ad, {
      epoch,
      at: nextAt === null ? wallAt : ad.pdtMs === null ? nextAt : Math.max(nextAt, wallAt),
    });
    this.epochs.interrupted();
  }

  private dropRest(): void {
    for (const entry of this.queue.splice(0)) {
      if (!entry.started) entry.settle({ stopped: true });
      void entry.outcome.then((outcome) => {
        if ('fetched' in outcome) outcome.fetched.body.release();
      });
    }
  }
}

/** The cause of the gap if no attempt follows this failure of {@link fetchSegment}. */
function gapCauseOf(failed: unknown): GapCause {
  if (failed instanceof HttpError) {
    if (failed.what === 'status') return 'not-found';
    return failed.what === 'truncated' || failed.what === 'too-large' ? 'truncated' : 'left-window';
  }
  if (!isAppError(failed)) return 'left-window';
  if (failed.code === 'key-missing' || failed.code === 'wrong-key' || failed.code === 'key-unsupported')
    return 'key-missing';
  return failed.code === 'not-media' ? 'truncated' : 'not-found';
}

/** Finds the same segment in the newest list: by its number, or in another numbering by its programme date-time. */
function listedAs(
  { numbering: own, segment, place = { numbering: own, seq: segment.seq } }: ListedSegment,
  list: MediaPlaylist,
  numbering: number,
): MediaSegment | undefined {
  const byNumber = list.segments[place.seq - list.mediaSequence];
  if (place.numbering === numbering) return byNumber?.seq === place.seq ? byNumber : undefined;
  const { pdtMs, durMs } = segment;
  return pdtMs === null
    ? undefined
    : list.segments.find((s) => s.pdtMs !== null && Math.abs(s.pdtMs - pdtMs) < durMs / 2);
}

const clamp = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n));
