import { setImmediate } from 'node:timers/promises';
import { type AdFilter } from '../ads/ad-filter.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { type Tracked, type WindowTracker } from '../playlist/window-tracker.js';
import { type Clock } from './clock.js';
import { type SegmentPipeline } from './segment-pipeline.js';

interface IntakePorts {
  readonly tracker: WindowTracker;
  readonly ads: AdFilter | null;
  readonly pipeline: Pick<SegmentPipeline, 'probe' | 'push' | 'delivered'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Address of the newest list that an earlier part took. */
  readonly mediaUrl: string;
  /** Called if a list turns out to contain new segments after {@link PlaylistIntake.add} has returned. */
  readonly onFresh: () => void;
}

/** Segments of a long list that are taken before other work may run, and those known before them. */
const SLICE = 1000;
const OVERLAP = 256;
/** A playlist waits this long for the bytes of a segment; then it decides alone. */
const LONGEST_MS = 10_000;

/**
 * Passes the new segments of each playlist to the pipeline. While a playlist is in doubt, one of its segments is fetched
 * and compared; of the playlists that come meanwhile, only the newest one counts.
 */
export class PlaylistIntake {
  private pending: { readonly since: number; readonly done: Promise<void> } | null = null;
  private held: { readonly list: MediaPlaylist; readonly wall: number } | null = null;
  private url: string;
  private delivered = { media: 0, empty: 0 };
  private isIdle = false;
  /** Resolves when no list is being taken. */
  private taking: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: IntakePorts) {
    this.url = ports.mediaUrl;
  }

  /** Address of the newest list. */
  get mediaUrl(): string {
    return this.url;
  }

  /** A list waits for the bytes of a segment. */
  get isInDoubt(): boolean {
    return this.pending !== null;
  }

  /** @returns the number of new segments that are certain at once; 0 while the source serves no media */
  async add(list: MediaPlaylist, wall: number, mediaUrl: string): Promise<number> {
    await this.taking;
    const { tracker } = this.ports;
    if (mediaUrl !== this.url) tracker.moved();
    this.url = mediaUrl;
    const fresh = await this.take(list, wall);
    return this.servesMedia() ? fresh : 0;
  }

  /**
   * False if only segments without media were delivered since the last call: the server goes on without a publisher, so
   * new segments do not show that the stream goes on.
   */
  private servesMedia(): boolean {
    const { media, empty } = this.ports.pipeline.delivered;
    if (media > this.delivered.media) this.isIdle = false;
    else if (empty > this.delivered.empty) this.isIdle = true;
    this.delivered = { media, empty };
    return !this.isIdle;
  }

  private take(list: MediaPlaylist, wall: number): Promise<number> {
    const taken = this.takeNow(list, wall);
    this.taking = taken.catch(() => undefined);
    return taken;
  }

  private async takeNow(list: MediaPlaylist, wall: number): Promise<number> {
    const { clock, tracker } = this.ports;
    let count = 0;
    if (this.pending && clock.now() - this.pending.since > Math.max(LONGEST_MS, 2 * list.targetMs))
      count = await this.settle(undefined);
    for (const slice of slicesOf(list, tracker.newestListed)) {
      if (this.pending) {
        this.held = { list, wall };
        break;
      }
      const tracked = tracker.update(slice.list, wall - slice.laterMs);
      if (!this.probe()) this.push(list, tracked);
      count += tracked.length;
      if (slice.laterMs > 0) await setImmediate();
    }
    return count;
  }

  /** Resolves when no playlist is in doubt, or the signal aborts. */
  async settled(signal: AbortSignal): Promise<void> {
    while (this.pending && !signal.aborted) await this.pending.done;
  }

  private push(list: MediaPlaylist, tracked: readonly Tracked[]): void {
    const { tracker, pipeline, ads } = this.ports;
    const aligned = tracker.aligned(list);
    pipeline.push(aligned, tracker.numbering, ads ? ads.sort(aligned, tracked, tracker.numbering) : tracked);
  }

  /** @returns false if nothing is in doubt */
  private probe(): boolean {
    const { tracker, pipeline, clock, onFresh } = this.ports;
    const { doubt } = tracker;
    if (!doubt) return false;
    const done = pipeline.probe(doubt.entry, doubt.expected).then(async (sameAs) => {
      await this.taking;
      if (tracker.doubt === doubt && (await this.settle(sameAs)) > 0 && this.servesMedia()) onFresh();
    });
    this.pending = { since: clock.now(), done };
    return true;
  }

  /** Decides the pending list, then the newest one that came meanwhile. */
  private async settle(sameAs: number | null | undefined): Promise<number> {
    const { tracker } = this.ports;
    const { doubt } = tracker;
    this.pending = null;
    if (!doubt) return 0;
    const tracked = tracker.settle(sameAs);
    if (this.probe()) return 0;
    this.push(doubt.list, tracked);
    const { held } = this;
    this.held = null;
    return tracked.length + (held ? await this.take(held.list, held.wall) : 0);
  }
}

interface Slice {
  readonly list: MediaPlaylist;
  /** Length of the segments after it. */
  readonly laterMs: number;
}

/**
 * Parts of a long list, each of which begins with known segments; a short list is one part. A list of a day has 43,200
 * segments, which a poll must not look at each time, and never in one turn of the event loop.
 * @param newest listed number of the newest known segment; null if there is none
 */
function slicesOf(list: MediaPlaylist, newest: number | null): Slice[] {
  const { segments, mediaSequence } = list;
  if (segments.length <= SLICE) return [{ list, laterMs: 0 }];
  const known = newest === null ? -1 : newest - mediaSequence;
  const slices: Slice[] = [];
  let laterMs = segments.reduce((sum, { durMs }) => sum + durMs, 0);
  let counted = 0;
  for (let next = known < segments.length ? Math.max(0, known) : 0; next < segments.length; next += SLICE) {
    const from = Math.max(0, next - OVERLAP);
    const to = Math.min(segments.length, next + SLICE);
    for (; counted < to; counted += 1) laterMs -= segments[counted]?.durMs ?? 0;
    const isLast = to === segments.length;
    slices.push({
      list: {
        ...list,
        segments: segments.slice(from, to),
        mediaSequence: mediaSequence + from,
        ended: list.ended && isLast,
      },
      laterMs: isLast ? 0 : laterMs,
    });
  }
  return slices;
}
