import { extOf, type GapCause } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { formatOf } from '../inspect/ts-format.js';
import { AdBreaks } from '../ads/ad-breaks.js';
import { type ListedAd, type FilteredItem } from '../ads/ad-filter.js';
import { type CapturedGap, type CaptureSink } from './capture-sink.js';
import { type Clock } from './clock.js';
import { EpochTracker, type Epoch, type EpochResume } from './epoch-tracker.js';
import { fetchSegment, type FetchedSegment, type FetchPorts, type InitSection } from './fetch-segment.js';
import { gapCauseOf } from './gap-cause.js';
import { KnownMedia, mediaBytesOf, type MediaBytes } from './known-media.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { type ListedSegment } from '../playlist/window-tracker.js';
import { SegmentDurations } from './segment-durations.js';
import { listedAs, SegmentRetry, type Tries } from './segment-retry.js';
import { StoredNumbers } from './stored-numbers.js';

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
  /** Media of earlier parts of the same source; absent: none. */
  readonly known?: KnownMedia;
  /**
   * Fetch one segment after another while few are waiting: some servers answer each request with whatever comes next,
   * so parallel requests get each other's media.
   */
  readonly oneByOne?: boolean;
}

/**
 * What follows a failed attempt at a segment. `fail`: the pipeline delivers everything before it, then ends with this
 * error.
 */
export type FailureRule = (failed: unknown, tries: Tries) => 'again' | 'gap' | 'fail';

type Received = Extract<Outcome, { readonly fetched: FetchedSegment }>;
type Outcome =
  | { readonly fetched: FetchedSegment; readonly media: MediaBytes; readonly isKnown: boolean }
  | { readonly lost: GapCause }
  | { readonly ad: true }
  | { readonly empty: true }
  | { readonly stopped: true };
interface Entry {
  item: FilteredItem;
  readonly outcome: Promise<Outcome>;
  readonly settle: (outcome: Outcome) => void;
  /** Monotonic, ms. */
  startedAt: number | null;
  /** Settled, or its first attempt failed. */
  isTried: boolean;
  isSettled: boolean;
}

/** `discontinuity`: one of the missing segments started with one. */
type Lost = Omit<CapturedGap, 'epoch'> & { readonly discontinuity: boolean };

/** With at most this many segments to fetch, the capture is at the live edge. */
const EDGE = 8;

/** Fetches segments in parallel and delivers them in order, each one captured or as a gap with its cause. */
export class SegmentPipeline {
  private readonly queue: Entry[] = [];
  private readonly epochs: EpochTracker;
  private readonly breaks: AdBreaks;
  private readonly known: KnownMedia;
  private readonly retry = new SegmentRetry();
  private readonly durations = new SegmentDurations();
  private readonly numbers = new StoredNumbers();
  /** Probes that wait until earlier segments are fetched. */
  private readonly probes = new Set<() => void>();
  /** The source marks a discontinuity before every segment. */
  private marksEach = false;
  /** The segment before the next one was dropped, because its media are known. */
  private isKnownBefore = false;
  private running = 0;
  private held = 0;
  private closed = false;
  private failure: { readonly error: unknown } | null = null;
  private empty = false;
  private wake: () => void = () => undefined;

  constructor(private readonly settings: PipelineSettings) {
    this.epochs = new EpochTracker(
      { ignoreContentDiscontinuity: settings.ignoreContentDiscontinuity },
      settings.resume ?? null,
    );
    this.breaks = new AdBreaks(settings.sink);
    this.known = settings.known ?? new KnownMedia();
    settings.signal.addEventListener(
      'abort',
      () => {
        this.wake();
        for (const check of this.probes) check();
      },
      { once: true },
    );
  }

  /**
   * Whether the newest delivered segment holds no media: its server goes on without a publisher, so new segments do not
   * show that the stream goes on.
   */
  get isEmpty(): boolean {
    return this.empty;
  }

  /** Adds the new items of a load of the playlist. */
  push(list: MediaPlaylist, numbering: number, sorted: readonly FilteredItem[]): void {
    this.retry.moved(list, numbering);
    this.renewAddresses(list, numbering);
    this.marksEach = marksEach(list) ?? this.marksEach;
    this.enqueue(sorted);
  }

  /** Adds the items that were undecided until the last list. */
  pushRest(sorted: readonly FilteredItem[]): void {
    this.enqueue(sorted);
  }

  /**
   * Fetches a segment only to compare its bytes with those of all segments that are queued or were captured.
   * @param expected number of the segment that the playlist suggests; null if there is none
   * @returns the number of the captured segment with these bytes; null if they are new; undefined if they could not be
   *   fetched
   */
  async probe(listed: ListedSegment, expected: number | null): Promise<number | null | undefined> {
    const before = [...this.queue];
    const fetched = await this.fetchProbe(listed);
    if (!fetched) return undefined;
    const { numbering } = listed;
    const media = mediaBytesOf(fetched);
    fetched.body.release();
    await this.untilTried(before);
    const found = this.known.find(media, expected === null ? null : { numbering, seq: expected });
    return found?.numbering === numbering ? found.seq : null;
  }

  /** A second attempt is worth it, but not a long wait: the playlist is undecided meanwhile. */
  private async fetchProbe(listed: ListedSegment): Promise<FetchedSegment | null> {
    for (let attempts = 1; attempts <= 2 && !this.settings.signal.aborted; attempts += 1) {
      const fetched = await fetchSegment(listed, this.settings, this.timing(listed)).catch(() => null);
      if (fetched) return fetched;
    }
    return null;
  }

  private untilTried(entries: readonly Entry[]): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!this.settings.signal.aborted && !entries.every((entry) => entry.isTried)) return;
        this.probes.delete(check);
        resolve();
      };
      this.probes.add(check);
      check();
    });
  }

  private enqueue(items: readonly FilteredItem[]): void {
    for (const item of items) {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const entry: Entry = {
        item,
        outcome: promise,
        startedAt: null,
        isTried: false,
        isSettled: false,
        settle: (outcome) => {
          entry.isSettled = true;
          this.tried(entry);
          resolve(outcome);
        },
      };
      this.queue.push(entry);
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
      const { uri, map, key, seq, listedSeq = seq } = listed;
      entry.item = {
        ...entry.item,
        baseUrl: list.baseUrl,
        segment: { ...entry.item.segment, uri, map, key, listedSeq },
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
    const limit = this.limit();
    for (const entry of this.queue) {
      if (this.running >= limit) return;
      if (entry.startedAt !== null) continue;
      if (this.held >= this.settings.heldBytes && entry !== this.queue[0]) return;
      entry.startedAt = this.settings.clock.now();
      void this.start(entry);
    }
  }

  /** At the live edge, one request at a time, and one more for each that takes longer than its segment. */
  private limit(): number {
    const { parallel, oneByOne = false, clock } = this.settings;
    const open = oneByOne ? this.queue.filter((entry) => !entry.isSettled) : [];
    if (open.length === 0 || open.length > EDGE) return parallel;
    const now = clock.now();
    return Math.min(parallel, 1 + open.filter((entry) => isSlow(entry, now)).length);
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
        return this.received(item, await fetchSegment(item, this.settings, this.timing(item)));
      } catch (failed) {
        if (isAppError(failed) && failed.code === 'segment-empty') return { empty: true };
        const cause = gapCauseOf(failed);
        const tries = { since, now: clock.now(), attempts, cause };
        const next = this.afterFailure(failed, item, tries);
        if (next === 'fail') {
          this.failure ??= { error: failed };
          return { stopped: true };
        }
        if (next === 'gap') return { lost: cause };
      }
      // A segment that waits for its next attempt must not delay the others.
      this.running -= 1;
      this.tried(entry);
      this.pump();
      await clock.sleep(Math.min(1000, 100 * 2 ** (attempts - 1)), signal);
      this.running += 1;
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
      totalMs: this.settings.bodyMs ?? clamp(5 * durMs, 30_000, 900_000),
      signal: this.settings.signal,
    };
  }

  /** The bytes of a segment are known from here on, so that they can decide about the next playlist. */
  private received(item: ListedSegment, fetched: FetchedSegment): Received {
    const media = mediaBytesOf(fetched);
    const isKnown = item.doubt === true && this.known.find(media) !== null;
    if (!isKnown) this.known.add(media, { numbering: item.numbering, seq: item.segment.seq });
    return { fetched, media, isKnown };
  }

  private tried(entry: Entry): void {
    entry.isTried = true;
    for (const check of this.probes) check();
  }

  private async deliver(item: FilteredItem, outcome: Outcome): Promise<void> {
    if (item.kind === 'ad') return this.ad(item);
    if (item.kind === 'missed') {
      const { fromSeq, toSeq, durMs, at } = item;
      return this.gap({ fromSeq, toSeq, durMs, at, cause: 'left-window', discontinuity: false });
    }
    this.empty = 'empty' in outcome;
    // It claims no time. What follows is on another clock if the segment starts one.
    if (this.empty) this.epochs.lost(0, this.startsClock(item));
    if ('lost' in outcome) return this.lose(item, outcome.lost);
    if ('fetched' in outcome) await this.deliverMedia(item, outcome);
  }

  private lose(item: ListedSegment, cause: GapCause): Promise<void> {
    const { segment, arrivalAt } = item;
    const { seq, durMs, pdtMs } = segment;
    return this.gap({
      fromSeq: seq,
      toSeq: seq,
      durMs,
      at: pdtMs === null ? (this.epochs.nextAt ?? arrivalAt) : this.epochs.wallOf(pdtMs, arrivalAt),
      cause,
      discontinuity: this.startsClock(item),
    });
  }

  private startsClock({ segment, reset }: ListedSegment): boolean {
    return (segment.discontinuity && !this.marksEach) || reset;
  }

  private async deliverMedia(item: ListedSegment, { fetched, media, isKnown }: Received): Promise<void> {
    const { segment, numbering, reset, arrivalAt } = item;
    const { body, init, inspected } = fetched;
    const { size } = media;
    if (isKnown) {
      this.drop(body);
      return;
    }
    const { seq, discontinuity, pdtMs } = segment;
    const lengths = { listedMs: segment.durMs, mediaMs: inspected.mediaMs ?? null };
    const { durMs, otherMs, isOdd } = this.durations.choose(
      { listedMs: segment.durMs, isGuess: segment.badDuration === true },
      inspected,
    );
    const { begins, epoch, ptsMs, stepsBack } = this.epochs.place({
      ...inspected,
      durMs,
      otherMs,
      pdtMs,
      arrivalAt,
      discontinuity,
      marksEach: this.marksEach,
      reset: reset && !this.isKnownBefore,
      initCrc: init?.crc ?? null,
      format: () => formatOf(body.bytes),
    });
    this.isKnownBefore = false;
    if (isOdd) this.settings.sink.notice('durations-replaced');
    if (stepsBack) this.settings.sink.notice('times-step-back');
    await this.announce(begins, init).catch((error: unknown) => {
      body.release();
      throw error;
    });
    const stored = this.numbers.next({ numbering, seq }, begins !== null);
    this.durations.placed(ptsMs, begins === null && stored.isNext, lengths);
    const info = {
      epoch,
      seq: stored.seq,
      ptsMs: Math.round(ptsMs),
      durMs: Math.round(durMs),
      bytes: size,
      pdtMs: pdtMs === null ? null : Math.round(pdtMs),
      crc: media.crc,
      ext: extOf(inspected.container),
    };
    await this.settings.sink.segment({ info, body });
    this.held -= size;
  }

  /** Known media under another number: what follows goes on where they end. */
  private drop(body: FetchedSegment['body']): void {
    this.held -= body.bytes.length;
    body.release();
    this.numbers.dropped();
    this.isKnownBefore = true;
    this.settings.sink.notice('known-media');
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
      ...this.numbers.gap(gap),
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
      if (entry.startedAt === null) entry.settle({ stopped: true });
      void entry.outcome.then((outcome) => {
        if ('fetched' in outcome) outcome.fetched.body.release();
      });
    }
  }
}

const isSlow = ({ item, startedAt }: Entry, now: number): boolean =>
  startedAt !== null && item.kind === 'segment' && now - startedAt > item.segment.durMs;

/** Null for a list that is too short to tell; the first segment may have lost its mark. */
function marksEach({ segments }: MediaPlaylist): boolean | null {
  return segments.length < 3 ? null : segments.slice(1).every((s) => s.discontinuity);
}

const clamp = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n));
