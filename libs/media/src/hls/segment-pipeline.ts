import { type GapCause } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { type FilteredItem } from '../ads/ad-filter.js';
import { type CaptureSink } from './capture-sink.js';
import { type Clock } from './clock.js';
import { type ClockEnd, type EpochResume } from './epoch-tracker.js';
import { type FetchedSegment, type FetchPorts, type FetchTiming } from './fetch-segment.js';
import { gapCauseOf } from './gap-cause.js';
import { KnownMedia, mediaBytesOf } from './known-media.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { type ListedSegment, type Place } from '../playlist/window-tracker.js';
import { SegmentAttempts } from './segment-attempts.js';
import { SegmentCompletion, statedSegment } from './segment-completion.js';
import { type Delivered, type Received, SegmentDelivery } from './segment-delivery.js';
import { type StatedSegment } from './segment-durations.js';
import { limitsOf } from './segment-limits.js';
import { type FailureRule, retryPauseMs, SegmentRetry, type Tries, withNewestAddress } from './segment-retry.js';

export interface PipelineSettings extends FetchPorts {
  readonly clock: Clock;
  readonly sink: CaptureSink;
  readonly signal: AbortSignal;
  /** Bytes of a segment of any length. */
  readonly maxBytes: number;
  /** Number of segments fetched in parallel. */
  readonly parallel: number;
  /** Limit for the bodies that wait for their turn, bytes. Above it, only the next segment in turn is fetched. */
  readonly heldBytes: number;
  /** The source marks discontinuities where there are none. */
  readonly ignoreContentDiscontinuity: boolean;
  /** Where an earlier run stopped; absent for the first run. */
  readonly resume?: EpochResume | null;
  /** Where an earlier part of the same source stopped; absent: there is none. */
  readonly previous?: ClockEnd | null;
  /** Decides after a failed attempt. Absent: retry for as long as the playlist lists the segment, then report a gap. */
  readonly afterFailure?: FailureRule;
  /** Longest time for one body, ms; absent: a limit that suits a live window. */
  readonly bodyMs?: number;
  /** Media that earlier parts of the same source have captured; absent: none. */
  readonly known?: KnownMedia;
  /**
   * Fetch one segment after another while few are waiting: some servers answer each request with whatever comes next,
   * so parallel requests get each other's media.
   */
  readonly oneByOne?: boolean;
}

/**
 * `stopped`: the pipeline ended before the segment was received. It becomes a gap with this cause if any segment behind
 * it was received, and else is not part of the recording.
 */
type Outcome = Delivered | { readonly stopped: GapCause };
interface Entry {
  item: FilteredItem;
  readonly outcome: Promise<Outcome>;
  readonly settle: (outcome: Outcome) => void;
  /** Start of its first request, monotonic ms; null before. */
  startedAt: number | null;
  /** Settled, or its first attempt failed. */
  isTried: boolean;
  isSettled: boolean;
  /** Null until it is received. */
  fetched: FetchedSegment | null;
}

/** With at most this many segments to fetch, the capture is at the live edge. */
const LIVE_EDGE_SEGMENTS = 8;
/**
 * So many of the next segments get their addresses from the newest list: comparing a list of a whole day at each load takes
 * too long.
 */
const READDRESSED_SEGMENTS = 256;
/**
 * A request is slow if it takes longer than this many lengths of its segment. One length is normal: a server may answer
 * only when it has the whole segment.
 */
const SLOW_LENGTHS = 2;
/** No request is slow before this: with short segments, a busy machine alone takes several lengths. */
const SLOW_FLOOR_MS = 3000;

/** Fetches segments in parallel and delivers them in order, each one captured or as a gap with its cause. */
export class SegmentPipeline {
  private readonly queue: Entry[] = [];
  private readonly delivery: SegmentDelivery;
  private readonly known: KnownMedia;
  private readonly retry = new SegmentRetry();
  private readonly completion: SegmentCompletion;
  private readonly attempts: SegmentAttempts;
  /** End the pauses between attempts. */
  private readonly paused = new Set<() => void>();
  /** Probes that wait until earlier segments are fetched. */
  private readonly probes = new Set<() => void>();
  /** Number of started entries; they are the first ones of the queue. */
  private started = 0;
  /** Number of open requests. */
  private running = 0;
  /** Bytes of received bodies that are not delivered yet. */
  private held = 0;
  private closed = false;
  /** Nothing more is delivered: a failure has ended the capture. */
  private isDropped = false;
  /** Ends the capture once everything before it is delivered. */
  private failure: { readonly error: unknown } | null = null;
  /** Ends the wait of {@link run} for a segment. */
  private wake: () => void = () => undefined;

  constructor(private readonly settings: PipelineSettings) {
    this.delivery = new SegmentDelivery(settings);
    this.known = settings.known ?? new KnownMedia();
    this.attempts = new SegmentAttempts(settings);
    this.completion = new SegmentCompletion({
      ...settings,
      epochs: this.delivery.epochs,
      durations: this.delivery.durations,
      timing: this.timing.bind(this),
      afterFailure: this.afterFailure.bind(this),
    });
    settings.signal.addEventListener(
      'abort',
      () => {
        this.pump();
        this.wake();
        for (const check of this.probes) check();
      },
      { once: true },
    );
  }

  /** Number of delivered segments with media, and of those that hold only tables. */
  get delivered(): SegmentDelivery['delivered'] {
    return this.delivery.delivered;
  }

  /** See {@link EpochTracker.clockEnd}. */
  get clockEnd(): ClockEnd | null {
    return this.delivery.epochs.clockEnd;
  }

  /** Adds the new items of a load of the playlist. */
  push(list: MediaPlaylist, numbering: number, items: readonly FilteredItem[]): void {
    this.retry.moved(list, numbering);
    for (const entry of this.queue.slice(0, this.started + READDRESSED_SEGMENTS))
      entry.item = withNewestAddress(entry.item, list, numbering);
    this.delivery.marksEach = marksEach(list) ?? this.delivery.marksEach;
    this.enqueue(items);
  }

  /** Adds the items that the ad filter could not decide about before the last list. */
  pushRest(items: readonly FilteredItem[]): void {
    this.enqueue(items);
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
    const place = expected === null ? null : { numbering, seq: expected };
    const found = this.known.find(media, place);
    if (!found && place && this.isAwaited(place)) return expected;
    return found?.numbering === numbering ? found.seq : null;
  }

  /**
   * Whether the segment of this number has failed and is still tried, so that there are no bytes to compare with: the list
   * may have been cut in the middle of its address.
   */
  private isAwaited({ numbering, seq }: Place): boolean {
    const isThere = ({ item, isSettled }: Entry): boolean =>
      !isSettled && item.kind === 'segment' && item.numbering === numbering && item.segment.seq === seq;
    return this.queue.some(isThere);
  }

  /** Makes only two attempts, because the playlist stays undecided meanwhile. */
  private async fetchProbe(listed: ListedSegment): Promise<FetchedSegment | null> {
    for (let attempts = 1; attempts <= 2 && !this.settings.signal.aborted; attempts += 1) {
      const fetched = await this.attempts.fetch(listed, this.timing(listed)).catch(() => null);
      if (fetched) return fetched;
    }
    return null;
  }

  /** Resolves when each entry is received or has failed once, or on abort. */
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
        fetched: null,
        settle: (outcome) => {
          entry.isSettled = true;
          if ('fetched' in outcome) entry.fetched = outcome.fetched;
          this.markTried(entry);
          resolve(outcome);
        },
      };
      this.queue.push(entry);
    }
    this.pump();
    this.wake();
  }

  /**
   * The list can be read again.
   * @param wasAway the server was not there: what hangs or waits since then is requested again before anything newer
   */
  recovered(wasAway: boolean): void {
    this.retry.reopen();
    if (!wasAway) return;
    for (const end of this.paused) end();
    this.attempts.endSilent();
  }

  /**
   * The list cannot be read: until it can again, listed segments may be fetched for `forMs` from the first call on.
   * @returns false when everything is delivered
   */
  mayReceive(forMs: number): boolean {
    this.retry.close(this.settings.clock.now() + forMs);
    return this.queue.length > 0;
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
      await this.deliverAll();
    } catch (error) {
      // The sink owns the segment that it just received, even if it failed.
      this.shift();
      this.dropRest();
      throw error;
    }
  }

  private async deliverAll(): Promise<void> {
    for (;;) {
      const head = this.queue[0];
      if (!head) {
        if (this.closed || this.settings.signal.aborted) return this.delivery.end();
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        continue;
      }
      const outcome = await head.outcome;
      if ('stopped' in outcome && (this.failure || !(await this.hasReceived()))) return this.endEarly();
      const completed = await this.complete(head, outcome);
      await this.delivery.deliver(head.item, completed);
      if ('fetched' in completed) this.held -= completed.media.size;
      this.shift();
      this.pump();
    }
  }

  private shift(): void {
    this.queue.shift();
    this.started = Math.max(0, this.started - 1);
  }

  private async endEarly(): Promise<void> {
    this.dropRest();
    await this.delivery.end();
    if (this.failure) throw this.failure.error;
  }

  /** Whether new media of any queued segment were received. */
  private async hasReceived(): Promise<boolean> {
    const outcomes = await Promise.all(this.queue.map((entry) => entry.outcome));
    return outcomes.some((outcome) => 'fetched' in outcome && !outcome.isKnown);
  }

  /** Completes the segment in turn, while those behind it are fetched. */
  private async complete(head: Entry, outcome: Outcome): Promise<Delivered> {
    if ('stopped' in outcome) return { lost: outcome.stopped };
    if (!('fetched' in outcome) || outcome.isKnown) return outcome;
    const itemOf = ({ item }: Entry): ListedSegment => item as ListedSegment;
    const next = (): StatedSegment | null => {
      const [, entry] = this.queue;
      return entry?.fetched ? statedSegment(itemOf(entry), entry.fetched) : null;
    };
    const { fetched, isDamaged } = await this.completion.complete(outcome.fetched, {
      item: () => itemOf(head),
      next,
      placing: (placed) => this.delivery.placing(itemOf(head), placed),
    });
    const isSame = fetched.body === outcome.fetched.body;
    this.held += fetched.body.bytes.length - outcome.media.size;
    return { ...(isSame ? { ...outcome, fetched } : this.received(itemOf(head), fetched)), isDamaged };
  }

  /** Starts entries as far as the limits allow; after a stop all of them, which then settle without a request. */
  private pump(): void {
    const limit = this.maxRunning();
    for (let entry = this.queue[this.started]; entry; entry = this.queue[this.started]) {
      if (this.running >= limit) return;
      if (this.held >= this.settings.heldBytes && entry !== this.queue[0] && !this.isAborted()) return;
      this.started += 1;
      entry.startedAt = this.settings.clock.now();
      void this.start(entry);
    }
  }

  /** With `oneByOne`, one request at the live edge, and one more for each that is slow. */
  private maxRunning(): number {
    const { parallel, oneByOne = false, clock } = this.settings;
    if (this.isAborted()) return Infinity;
    const open = oneByOne ? this.firstOpen() : [];
    if (open.length === 0 || open.length > LIVE_EDGE_SEGMENTS) return parallel;
    const now = clock.now();
    return Math.min(parallel, 1 + open.filter((entry) => isSlow(entry, now, this.delivery.durations.newestMs)).length);
  }

  /** As many entries that are not settled as it takes to know that the capture is not at the live edge. */
  private firstOpen(): readonly Entry[] {
    const open: Entry[] = [];
    for (const entry of this.queue) {
      if (open.length > LIVE_EDGE_SEGMENTS) break;
      if (!entry.isSettled) open.push(entry);
    }
    return open;
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
    if (this.isAborted()) {
      entry.settle({ stopped: 'left-window' });
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
    let stopped: GapCause = 'left-window';
    for (let attempts = 1; !signal.aborted; attempts += 1) {
      const item = entry.item.kind === 'segment' ? entry.item : first;
      try {
        return this.received(item, await this.attempts.fetch(item, this.timing(item)));
      } catch (failed) {
        if (this.isAborted()) break;
        stopped = gapCauseOf(failed);
        const outcome = this.outcomeOf(failed, item, { since, now: clock.now(), attempts, cause: stopped });
        if (outcome) return outcome;
        this.markTried(entry);
        if (!this.attempts.wasEnded(failed)) await this.pause(retryPauseMs(failed, attempts));
      }
    }
    return { stopped };
  }

  /** What a failed attempt makes of the segment; null: another attempt follows. */
  private outcomeOf(failed: unknown, item: ListedSegment, tries: Tries): Outcome | null {
    if (isAppError(failed) && failed.code === 'segment-empty') return { empty: true };
    const next = this.afterFailure(failed, item, tries);
    if (next === 'again') return null;
    if (next === 'gap') return { lost: tries.cause };
    this.failure ??= { error: failed };
    return { stopped: tries.cause };
  }

  /** Between two attempts at a segment, which must not delay the others meanwhile. */
  private async pause(ms: number): Promise<void> {
    const { clock, signal } = this.settings;
    const ending = new AbortController();
    const end = (): void => {
      if (!this.paused.delete(end)) return;
      this.running += 1;
      ending.abort();
    };
    this.paused.add(end);
    this.running -= 1;
    this.pump();
    await clock.sleep(ms, AbortSignal.any([signal, ending.signal]));
    end();
  }

  private isAborted(): boolean {
    return this.isDropped || this.settings.signal.aborted;
  }

  private afterFailure(failed: unknown, item: ListedSegment, tries: Tries): ReturnType<FailureRule> {
    if (isAppError(failed) && failed.code === 'key-unsupported') return 'fail';
    if (this.settings.afterFailure) return this.settings.afterFailure(failed, tries);
    return this.retry.mayRetry(item, tries) ? 'again' : 'gap';
  }

  private timing({ segment: { durMs } }: ListedSegment): FetchTiming {
    return { ...limitsOf(durMs, this.settings), signal: this.settings.signal };
  }

  /** The bytes of a segment are known from here on, so that they can decide about the next playlist. */
  private received(item: ListedSegment, fetched: FetchedSegment): Received {
    const media = mediaBytesOf(fetched);
    const isKnown = item.doubt === true && this.known.find(media) !== null;
    if (!isKnown) this.known.add(media, { numbering: item.numbering, seq: item.segment.seq });
    return { fetched, media, isKnown };
  }

  private markTried(entry: Entry): void {
    entry.isTried = true;
    for (const check of this.probes) check();
  }

  private dropRest(): void {
    this.isDropped = true;
    this.pump();
    this.started = 0;
    for (const entry of this.queue.splice(0))
      void entry.outcome.then((outcome) => {
        if ('fetched' in outcome) outcome.fetched.body.release();
      });
  }
}

/** @param knownMs length of the newest delivered segment, because the playlist may state a shorter one */
const isSlow = ({ item, startedAt }: Entry, now: number, knownMs: number): boolean =>
  startedAt !== null &&
  item.kind === 'segment' &&
  now - startedAt > Math.max(SLOW_LENGTHS * Math.max(item.segment.durMs, knownMs), SLOW_FLOOR_MS);

/** Null for a list that is too short to tell; the first segment may have lost its mark. */
function marksEach({ segments }: MediaPlaylist): boolean | null {
  return segments.length < 3 ? null : segments.slice(1).every((s) => s.discontinuity);
}
