import { HttpError, type HttpPort } from '../http/http-port.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { parseMediaPlaylist } from '../playlist/parse-media.js';
import { type Clock } from './clock.js';
import { PLAYLIST_MAX, type HlsSource } from './hls-source.js';

export interface WorkerSettings {
  readonly http: HttpPort;
  readonly clock: Clock;
  readonly source: Pick<HlsSource, 'mediaUrl' | 'variables' | 'relocate'> & Partial<Pick<HlsSource, 'isRenewable'>>;
  readonly signal: AbortSignal;
  /** Ends as stale or unreadable after this many target durations without a new segment. */
  readonly staleTargets: number;
  /** Nothing counts as an end before the first new segment: the source is between two broadcasts. */
  readonly waitForFirst: boolean;
  /** Takes a list that differs from the one before. @returns how many new segments it brought */
  readonly onList: (list: MediaPlaylist, wall: number) => number;
  /** A load failed; for the operator's eyes. */
  readonly onFault?: (failed: unknown) => void;
}

/**
 * How a list comes to its end. `stale`: it brought nothing new; `unreadable`: it could not be read meanwhile, and what
 * it listed last is not known.
 */
export type ListEnd = 'endlist' | 'stale' | 'unreadable';
/** `fresh`: it brought new segments. */
type Outcome = 'fresh' | 'changed' | 'unchanged' | 'failed';

/** Ask for the address again after so many failures in a row, and again after as many more. */
const RELOCATE_AFTER = 2;
/** What a server says of an address that has ended: a source that can make a new one need not wait for more of it. */
const ENDED: readonly number[] = [401, 403, 404, 410];

/** Loads the playlist on a strict grid that no download holds up, through every outage, until the stream has ended. */
export class PlaylistWorker {
  private readonly grid = new PollGrid();
  private previous: Buffer | null = null;
  private previousUrl = '';
  private validators: Readonly<Record<string, string>> = {};
  private list: MediaPlaylist | null = null;
  private waiting: boolean;
  private failures = 0;
  private lastFailure: unknown = null;

  constructor(private readonly settings: WorkerSettings) {
    this.waiting = settings.waitForFirst;
  }

  /** Longest segment that the source says it will make, ms. */
  get targetMs(): number {
    return this.list?.targetMs ?? 6000;
  }

  /** @returns `stopped` when the signal aborted */
  async run(): Promise<ListEnd | 'stopped'> {
    const { clock, signal } = this.settings;
    const freshness = new PlaylistFreshness(clock.now());
    while (!signal.aborted) {
      const startedAt = clock.now();
      const outcome = await this.load();
      if (this.isStopped()) break;
      if (outcome === 'failed') freshness.failed(this.lastFailure, this.targetMs);
      else freshness.read(clock.now(), outcome === 'fresh');
      if (outcome === 'fresh') this.waiting = false;
      const end = this.endOf(outcome, freshness);
      if (end) return end;
      // A new address is asked at once: a stream that ends now may take its list away before the next turn.
      if (outcome === 'failed' && (await this.relocate())) continue;
      const nextAt = this.grid.nextAt(this.loadOf(startedAt, outcome), clock.now());
      await clock.sleep(Math.max(0, nextAt - clock.now()), signal);
    }
    return 'stopped';
  }

  private isStopped(): boolean {
    return this.settings.signal.aborted;
  }

  private endOf(outcome: Outcome, freshness: PlaylistFreshness): ListEnd | null {
    if (this.waiting) return null;
    if (outcome !== 'failed' && this.list?.ended === true) return 'endlist';
    const { clock, staleTargets } = this.settings;
    if (freshness.silentMs(clock.now()) < staleTargets * this.targetMs) return null;
    return freshness.isUnread ? 'unreadable' : 'stale';
  }

  private loadOf(startedAt: number, outcome: Outcome): Load {
    const newestMs = this.list?.segments.at(-1)?.durMs ?? 0;
    return {
      startedAt,
      outcome: outcome === 'fresh' ? 'changed' : outcome,
      targetMs: this.targetMs,
      newestMs,
      idle: this.waiting,
    };
  }

  private async load(): Promise<Outcome> {
    try {
      const list = await this.fetch();
      this.failures = 0;
      if (!list) return 'unchanged';
      this.list = list;
      return this.settings.onList(list, this.settings.clock.wall()) > 0 ? 'fresh' : 'changed';
    } catch (failed) {
      this.failures += 1;
      this.lastFailure = failed;
      if (!this.settings.signal.aborted) this.settings.onFault?.(failed);
      return 'failed';
    }
  }

  /** @returns null when nothing changed */
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
      const list = parseMediaPlaylist(answer.body.bytes.toString('utf8'), answer.url, source.variables);
      this.previous = Buffer.from(answer.body.bytes);
      this.previousUrl = url;
      this.validators = validatorsOf(answer.headers);
      return list;
    } finally {
      answer.body.release();
    }
  }

  /** The first answer that says so; more of them count as failures. */
  private isEnded(): boolean {
    const { lastFailure, failures } = this;
    return (
      this.settings.source.isRenewable === true &&
      failures === 1 &&
      lastFailure instanceof HttpError &&
      ENDED.includes(lastFailure.status)
    );
  }

  /** @returns whether there is an address that was readable just now */
  private async relocate(): Promise<boolean> {
    if (!this.isEnded() && this.failures % (RELOCATE_AFTER * 2) !== RELOCATE_AFTER) return false;
    try {
      await this.settings.source.relocate();
      return true;
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

/** What a load of the playlist reported about its timing. */
export interface Load {
  /** Monotonic start of the load. */
  readonly startedAt: number;
  readonly outcome: 'changed' | 'unchanged' | 'failed';
  readonly targetMs: number;
  /** Length of the newest segment; it may be far below the target (2 s of 6 s on Twitch). 0 when there is none. */
  readonly newestMs: number;
  /** True while nothing is being recorded: a whole target duration is soon enough. */
  readonly idle: boolean;
}

const SHORTEST_MS = 500;

/**
 * When the playlist is loaded next: half a segment after the start of the previous load, so that a new segment is seen
 * at most half a segment late (docs/reference/hls.md#reload has the measurement). The grid does not drift with the time
 * that a load takes; slots that a slow load overran are left out.
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
   * A server that fails is asked at the same pace for a while (the window is short), then once in a target duration.
   */
  private stepOf({ targetMs, newestMs, idle }: Load): number {
    if (idle || this.failures > 10) return Math.max(1000, targetMs);
    const period = newestMs > 0 ? Math.min(targetMs, newestMs) : targetMs;
    return Math.max(SHORTEST_MS, period / 2);
  }
}

/** A server says so of a list that is made no more. A refusal (401, 403) or a fault says nothing of the stream. */
const GONE: readonly number[] = [404, 410];
/** A list that is still made has something new within so many target durations (RFC 8216). */
const GROWS_WITHIN = 1.5;

/**
 * How well a list is seen: how long it has brought nothing new, and whether something may have been listed meanwhile
 * that nobody could read. Pure: times are monotonic ms, passed in.
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

  /** Nothing new for so long. */
  silentMs(now: number): number {
    return now - this.newAt;
  }

  /**
   * The list fails, after it was seen to grow and before anybody said that it is over: what it listed since is not
   * known.
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

  /** The first failure in a row tells: a server that says "gone" once may say anything later. */
  failed(failed: unknown, targetMs: number): void {
    if (this.failing) return;
    this.failing = true;
    const isGone = failed instanceof HttpError && GONE.includes(failed.status);
    this.unread = !isGone && this.seenAt - this.newAt < GROWS_WITHIN * targetMs;
  }
}
