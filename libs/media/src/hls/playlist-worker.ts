import { HttpError, type HttpPort } from '../http/http-port.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { parseMediaPlaylistAsync } from '../playlist/parse-media.js';
import { type Clock } from './clock.js';
import { PLAYLIST_MAX, type HlsSource } from './hls-source.js';

export interface WorkerSettings {
  readonly http: HttpPort;
  readonly clock: Clock;
  readonly source: Pick<HlsSource, 'mediaUrl' | 'variables' | 'relocate'> &
    Partial<Pick<HlsSource, 'isRenewable' | 'skipped'>>;
  readonly signal: AbortSignal;
  /** Ends as stale or unreadable after this many target durations without a new segment. */
  readonly staleTargets: number;
  /** Before the first new segment nothing counts as an end, since the source is between two broadcasts. */
  readonly waitForFirst: boolean;
  /**
   * Receives a list that differs from the previous one.
   * @returns the number of new segments in it
   */
  readonly onList: (list: MediaPlaylist, wall: number) => number | Promise<number>;
  /** Reports a failed load to the operator. */
  readonly onFault?: (failed: unknown) => void;
  /** Called after each list that could be read. */
  readonly onLoaded?: () => void;
}

/**
 * How a list ends. `stale`: it brought nothing new. `unreadable`: it could not be read, so its last segments are
 * unknown.
 */
export type ListEnd = 'endlist' | 'stale' | 'unreadable';
/** `fresh`: the list brought new segments. */
type Outcome = 'fresh' | 'changed' | 'unchanged' | 'failed';

/** Renew the address after this many failures in a row, and then after every four failures. */
const RELOCATE_AFTER = 2;
/**
 * Another rendition replaces one that has failed for this share of the last window, or of the time after which the list
 * is stale: a short fault must not lower the quality, and the window still lists everything.
 */
const FALL_BACK_AFTER = 0.5;
/** Statuses of an expired address: a source that can create a new address does so at the first one. */
const ENDED: readonly number[] = [401, 403, 404, 410];

/** Loads the playlist on a fixed schedule that no download delays, through every outage, until the stream ends. */
export class PlaylistWorker {
  private readonly grid = new PollGrid();
  private readonly freshness: PlaylistFreshness;
  private previous: Buffer | null = null;
  private previousUrl = '';
  private validators: Readonly<Record<string, string>> = {};
  private list: MediaPlaylist | null = null;
  private waiting: boolean;
  private failures = 0;
  private lastFailure: unknown = null;
  /** Monotonic time of the first failure in a row; null: the last load succeeded. */
  private failingSince: number | null = null;
  private fellBack = false;

  constructor(private readonly settings: WorkerSettings) {
    this.waiting = settings.waitForFirst;
    this.freshness = new PlaylistFreshness(settings.clock.now());
  }

  /** Call this when an earlier list turns out to contain new segments. */
  refreshed(): void {
    this.freshness.read(this.settings.clock.now(), true);
    this.waiting = false;
  }

  /** Longest segment that the source announces, ms. */
  get targetMs(): number {
    return this.list?.targetMs ?? 6000;
  }

  /** @returns `stopped` when the signal aborted */
  async run(): Promise<ListEnd | 'stopped'> {
    const { clock, signal } = this.settings;
    const { freshness } = this;
    while (!signal.aborted) {
      const startedAt = clock.now();
      await this.returnToBest();
      const outcome = await this.load();
      if (this.isStopped()) break;
      if (outcome === 'failed') freshness.failed(this.lastFailure, this.targetMs);
      else freshness.read(clock.now(), outcome === 'fresh');
      if (outcome === 'fresh') this.waiting = false;
      const end = this.endOf(outcome);
      if (end) return end;
      // A new address is loaded immediately: the list of an ending stream may disappear before the next poll.
      if (outcome === 'failed' && (await this.relocate())) continue;
      const nextAt = this.grid.nextAt(this.loadOf(startedAt, outcome), clock.now());
      await clock.sleep(Math.max(0, nextAt - clock.now()), signal);
    }
    return 'stopped';
  }

  private isStopped(): boolean {
    return this.settings.signal.aborted;
  }

  private endOf(outcome: Outcome): ListEnd | null {
    if (this.waiting) return null;
    if (outcome !== 'failed' && this.list?.ended === true) return 'endlist';
    const { clock, staleTargets } = this.settings;
    const { freshness } = this;
    if (freshness.silentMs(clock.now()) < staleTargets * this.targetMs) return null;
    return freshness.isUnread ? 'unreadable' : 'stale';
  }

  private loadOf(startedAt: number, outcome: Outcome): Load {
    return {
      startedAt,
      outcome: outcome === 'fresh' ? 'changed' : outcome,
      targetMs: this.targetMs,
      changeMs: this.list ? changeMsOf(this.list) : 0,
      idle: this.waiting,
    };
  }

  private async load(): Promise<Outcome> {
    try {
      const list = await this.fetch();
      this.failures = 0;
      this.failingSince = null;
      this.fellBack = false;
      this.settings.onLoaded?.();
      if (!list) return 'unchanged';
      this.list = list;
      return (await this.settings.onList(list, this.settings.clock.wall())) > 0 ? 'fresh' : 'changed';
    } catch (failed) {
      this.failures += 1;
      this.failingSince ??= this.settings.clock.now();
      this.lastFailure = failed;
      if (!this.settings.signal.aborted) this.settings.onFault?.(failed);
      return 'failed';
    }
  }

  /** @returns null if nothing changed */
  private async fetch(): Promise<MediaPlaylist | null> {
    const { http, source, signal } = this.settings;
    const url = source.mediaUrl;
    const waitMs = Math.min(10_000, Math.max(3000, 2 * this.targetMs));
    const headers = url === this.previousUrl ? this.validators : {};
    const answer = await http.get({
      url,
      headers,
      signal,
      idleMs: waitMs,
      totalMs: waitMs,
      maxBytes: PLAYLIST_MAX,
      text: true,
    });
    try {
      if (answer.status === 304 || this.previous?.equals(answer.body.bytes) === true) return null;
      const list = await parseMediaPlaylistAsync(answer.body.bytes.toString('utf8'), answer.url, source.variables);
      this.previous = Buffer.from(answer.body.bytes);
      this.previousUrl = url;
      this.validators = validatorsOf(answer.headers);
      return list;
    } finally {
      answer.body.release();
    }
  }

  /** True at the first such answer only; further ones count as failures. */
  private isEnded(): boolean {
    const { lastFailure, failures } = this;
    return (
      this.settings.source.isRenewable === true &&
      failures === 1 &&
      lastFailure instanceof HttpError &&
      ENDED.includes(lastFailure.status)
    );
  }

  /** @returns whether the source now has an address that it could read */
  private async relocate(): Promise<boolean> {
    const fallBack = this.mayFallBack();
    const isDue = this.isEnded() || this.failures % (RELOCATE_AFTER * 2) === RELOCATE_AFTER;
    if (!isDue && (!fallBack || this.fellBack)) return false;
    this.fellBack = fallBack;
    return this.locate(fallBack);
  }

  private mayFallBack(): boolean {
    const { clock, staleTargets } = this.settings;
    const windowMs = this.list?.segments.reduce((sum, { durMs }) => sum + durMs, 0) ?? 0;
    const mostMs = Math.min(windowMs, staleTargets * this.targetMs) * FALL_BACK_AFTER;
    return this.failingSince !== null && clock.now() - this.failingSince >= mostMs;
  }

  /** Between two broadcasts, tries the best rendition again if another one was used, so that the next part has it. */
  private async returnToBest(): Promise<void> {
    const skipped = this.settings.source.skipped ?? null;
    if (this.waiting && skipped !== null) await this.locate(true);
  }

  private async locate(fallBack: boolean): Promise<boolean> {
    try {
      return await this.settings.source.relocate(fallBack);
    } catch (failed) {
      if (!this.settings.signal.aborted) this.settings.onFault?.(failed);
      return false;
    }
  }
}

function validatorsOf(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const { etag } = headers;
  return etag === undefined ? {} : { 'if-none-match': etag };
}

/** Timing of one load of the playlist. */
export interface Load {
  /** Monotonic start of the load. */
  readonly startedAt: number;
  readonly outcome: 'changed' | 'unchanged' | 'failed';
  readonly targetMs: number;
  /** See {@link changeMsOf}. */
  readonly changeMs: number;
  /** True while nothing is recorded: polling once per target duration is then enough. */
  readonly idle: boolean;
}

/** The number of segments whose lengths show how soon the list changes. */
const NEWEST = 3;

/**
 * The shortest time after which the list changes, by what it states; 0 if it lists nothing. It may be far below the
 * target (2 s of 6 s on Twitch). Each of the statements may be wrong, and a late load loses media.
 */
export function changeMsOf({ segments, statedMs }: Pick<MediaPlaylist, 'segments' | 'statedMs'>): number {
  const newest = segments.slice(-NEWEST).map((s) => s.durMs);
  return newest.length === 0 ? 0 : Math.min(...newest, statedMs ?? Infinity);
}

const SHORTEST_MS = 500;

/**
 * Schedules the next load of the playlist: half a segment after the start of the previous load, so that a new segment
 * is detected at most half a segment late (docs/reference/hls.md#reload has the measurement). The time that a load
 * takes does not shift the schedule; times that a slow load missed are skipped.
 */
export class PollGrid {
  private failures = 0;

  nextAt(load: Load, now: number): number {
    this.failures = load.outcome === 'failed' ? this.failures + 1 : 0;
    const step = this.stepOf(load);
    const late = Math.max(0, Math.ceil((now - load.startedAt) / step) - 1);
    return load.startedAt + step * (1 + late);
  }

  /**
   * Polls a failing server at the same rate for the first 10 failures (the window is short), then once per target
   * duration.
   */
  private stepOf({ targetMs, changeMs, idle }: Load): number {
    if (idle || this.failures > 10) return Math.max(1000, targetMs);
    const period = changeMs > 0 ? changeMs : targetMs;
    return Math.max(SHORTEST_MS, period / 2);
  }
}

/** Statuses of a list that no longer exists. A refusal (401, 403) or a fault says nothing about the stream. */
const GONE: readonly number[] = [404, 410];
/** A live list adds something new within this many target durations (RFC 8216). */
const GROWS_WITHIN = 1.5;

/**
 * Tracks how long a list has brought nothing new, and whether it may have listed something while it was unreadable.
 * Pure: the caller passes times in monotonic ms.
 */
export class PlaylistFreshness {
  private newAt: number;
  private seenAt: number;
  private failing = false;
  private unread = false;

  constructor(now: number) {
    this.newAt = now;
    this.seenAt = now;
  }

  /** Time since the list brought something new. */
  silentMs(now: number): number {
    return now - this.newAt;
  }

  /**
   * The list fails although it grew until then and the server did not report an end. What it has listed since is
   * unknown.
   */
  get isUnread(): boolean {
    return this.unread;
  }

  read(now: number, isFresh: boolean): void {
    this.seenAt = now;
    if (isFresh) this.newAt = now;
    this.failing = false;
    this.unread = false;
  }

  /**
   * Only the first failure in a row decides: after a server has answered "gone" once, its later answers mean nothing.
   */
  failed(failed: unknown, targetMs: number): void {
    if (this.failing) return;
    this.failing = true;
    const isGone = failed instanceof HttpError && GONE.includes(failed.status);
    this.unread = !isGone && this.seenAt - this.newAt < GROWS_WITHIN * targetMs;
  }
}
