import { type HttpAnswer, HttpError, type HttpFault, type HttpPort } from '../http/http-port.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { parseMediaPlaylistAsync } from '../playlist/parse-media.js';
import { type Clock } from './clock.js';
import { PLAYLIST_MAX, type HlsSource } from './hls-source.js';
import { getHedged } from './hedged-request.js';
import { changeMsOf, type Load, periodOf, PollGrid } from './poll-grid.js';
import { Relocation } from './relocation.js';

export interface WorkerSettings {
  readonly http: HttpPort;
  readonly clock: Clock;
  readonly source: Pick<HlsSource, 'mediaUrl' | 'variables' | 'relocate'> &
    Partial<Pick<HlsSource, 'isRenewable' | 'skipped' | 'targetMs'>>;
  readonly signal: AbortSignal;
  /** Ends as stale or unreadable after this many target durations without a new segment. */
  readonly staleTargets: number;
  /** Before the first new segment nothing counts as an end, since the source is between two broadcasts. */
  readonly waitForFirst: boolean;
  /**
   * Receives a list that differs from the previous one, and its address.
   * @returns the number of new segments in it
   */
  readonly onList: (list: MediaPlaylist, wall: number, mediaUrl: string) => number | Promise<number>;
  /** Called when the source answers after a failure, before its list is passed on. `wasAway`: it was not there. */
  readonly onRecovered?: (wasAway: boolean) => void;
  /**
   * Asked when the list is unreadable for so long that it ends: true if listed segments may still come. Until then, the
   * list may come back too.
   */
  readonly mayReceive?: () => boolean;
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

/** Without a list, and without a statement of the source. */
const TARGET_MS = 6000;
/** A request that hangs gets another one beside it at most once in this time. */
const HEDGE_MS = 1000;
/** A fault that is shorter than this leaves no request without an answer. */
const OUTAGE_MS = 2000;
/** Failures of a server that is not there, as in an outage. */
const AWAY: readonly HttpFault[] = ['away', 'timeout', 'truncated'];

/** Loads the playlist on a fixed schedule that no download delays, through every outage, until the stream ends. */
export class PlaylistWorker {
  private readonly grid = new PollGrid();
  private readonly freshness: PlaylistFreshness;
  private previous: Buffer | null = null;
  private previousUrl = '';
  private validators: Readonly<Record<string, string>> = {};
  private list: MediaPlaylist | null = null;
  private waiting: boolean;
  private readonly relocation: Relocation;
  /** Of the last load, and when the first load in a row failed; null: the last one succeeded. */
  private failure: { readonly failed: unknown; readonly since: number } | null = null;
  /** How long the last answer took. */
  private answerMs = 0;

  constructor(private readonly settings: WorkerSettings) {
    this.relocation = new Relocation(settings);
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
    return this.list?.targetMs ?? this.settings.source.targetMs ?? TARGET_MS;
  }

  /** @returns `stopped` when the signal aborted */
  async run(): Promise<ListEnd | 'stopped'> {
    try {
      return await this.follow();
    } finally {
      this.relocation.end();
    }
  }

  private async follow(): Promise<ListEnd | 'stopped'> {
    const { clock, signal } = this.settings;
    while (!signal.aborted) {
      const startedAt = clock.now();
      await this.returnToBest();
      const outcome = await this.load();
      if (this.isStopped()) break;
      if (outcome === 'fresh') this.waiting = false;
      this.record(outcome);
      const end = this.endOf(outcome);
      if (end) return end;
      const nextAt = this.grid.nextAt(this.loadOf(startedAt, outcome), clock.now());
      await this.relocation.wait(Math.max(0, nextAt - clock.now()));
    }
    return 'stopped';
  }

  private record(outcome: Outcome): void {
    const { freshness, targetMs } = this;
    if (!this.failure) {
      freshness.read(this.settings.clock.now(), outcome === 'fresh');
      return;
    }
    const { failed } = this.failure;
    freshness.failed(failed, targetMs);
    this.relocation.failed({
      failed,
      targetMs,
      periodMs: this.periodMs,
      spareMs: Math.min(this.windowMs, this.settings.staleTargets * targetMs),
      idle: this.waiting,
    });
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
    if (!freshness.isUnread) return 'stale';
    return this.settings.mayReceive?.() === true ? null : 'unreadable';
  }

  private loadOf(startedAt: number, outcome: Outcome): Load {
    return {
      startedAt,
      outcome: this.failure ? failureOf(this.failure.failed) : outcome === 'unchanged' ? outcome : 'changed',
      targetMs: this.targetMs,
      changeMs: this.changeMs,
      idle: this.waiting,
    };
  }

  private get changeMs(): number {
    return this.list ? changeMsOf(this.list) : 0;
  }
  private get periodMs(): number {
    return periodOf(this.targetMs, this.changeMs);
  }
  private get windowMs(): number {
    return this.list?.segments.reduce((sum, { durMs }) => sum + durMs, 0) ?? 0;
  }

  private async load(): Promise<Outcome> {
    const { clock, signal, onList, onLoaded, onFault } = this.settings;
    const startedAt = clock.now();
    try {
      const loaded = await this.fetch();
      this.answerMs = clock.now() - startedAt;
      this.recovered();
      onLoaded?.();
      if (!loaded) return 'unchanged';
      this.list = loaded.list;
      return (await onList(loaded.list, clock.wall(), loaded.url)) > 0 ? 'fresh' : 'changed';
    } catch (failed) {
      this.failure = { failed, since: this.failure?.since ?? startedAt };
      if (!signal.aborted) onFault?.(failed);
      return 'failed';
    }
  }

  private recovered(): void {
    const { failure } = this;
    this.failure = null;
    this.relocation.read();
    if (!failure) return;
    const { clock, onRecovered } = this.settings;
    onRecovered?.(isAway(failure.failed) && clock.now() - failure.since >= OUTAGE_MS);
  }

  /** @returns null if nothing changed */
  private async fetch(): Promise<{ readonly list: MediaPlaylist; readonly url: string } | null> {
    const { mediaUrl: url, variables } = this.settings.source;
    const answer = await this.request(url);
    try {
      if (answer.status === 304 || this.previous?.equals(answer.body.bytes) === true) return null;
      const list = await parseMediaPlaylistAsync(answer.body.bytes.toString('utf8'), answer.url, variables);
      this.previous = Buffer.from(answer.body.bytes);
      this.previousUrl = url;
      this.validators = validatorsOf(answer.headers);
      return { list, url };
    } finally {
      answer.body.release();
    }
  }

  /** At most two requests are open, and that of a new address is one of them. */
  private request(url: string): Promise<HttpAnswer> {
    const { http, clock, signal } = this.settings;
    const totalMs = Math.min(10_000, Math.max(3000, 2 * this.targetMs));
    const everyMs = Math.max(HEDGE_MS, this.failure ? this.grid.stepMs : this.periodMs / 4);
    const headers = url === this.previousUrl ? this.validators : {};
    const request = { url, headers, signal, idleMs: totalMs, totalMs, maxBytes: PLAYLIST_MAX, text: true };
    if (this.relocation.isRunning) return http.get({ ...request, idleMs: Math.max(everyMs, 2 * this.answerMs) });
    const afterMs = this.failure ? everyMs : Math.min(this.targetMs, totalMs / 2);
    return getHedged(request, { http, clock, afterMs, everyMs });
  }

  /** Between two broadcasts, tries the best rendition again if another one was used, so that the next part has it. */
  private async returnToBest(): Promise<void> {
    const skipped = this.settings.source.skipped ?? null;
    if (this.waiting && skipped !== null && !this.failure) await this.relocation.locate(true);
  }
}

const failureOf = (failed: unknown): 'away' | 'refused' =>
  isAway(failed) || (failed instanceof HttpError && failed.status >= 500) ? 'away' : 'refused';
/** Unlike a server that answers with an error, one that was away may have forgotten its open requests. */
const isAway = (failed: unknown): boolean => failed instanceof HttpError && AWAY.includes(failed.what);

function validatorsOf(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const { etag } = headers;
  return etag === undefined ? {} : { 'if-none-match': etag };
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
