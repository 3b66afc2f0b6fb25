import { type AdFilter } from '../ads/ad-filter.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { type Tracked, type WindowTracker } from '../playlist/window-tracker.js';
import { type Clock } from './clock.js';
import { type SegmentPipeline } from './segment-pipeline.js';

interface IntakePorts {
  readonly tracker: WindowTracker;
  readonly ads: AdFilter | null;
  readonly pipeline: Pick<SegmentPipeline, 'probe' | 'push'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Address of the newest list that an earlier part took. */
  readonly mediaUrl: string;
  /** Called if a list turns out to contain new segments after {@link PlaylistIntake.add} has returned. */
  readonly onFresh: () => void;
}

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

  constructor(private readonly ports: IntakePorts) {
    this.url = ports.mediaUrl;
  }

  /** Address of the newest list. */
  get mediaUrl(): string {
    return this.url;
  }

  /** @returns the number of new segments that are certain at once */
  add(list: MediaPlaylist, wall: number, mediaUrl = this.url): number {
    const { clock, tracker } = this.ports;
    if (mediaUrl !== this.url) tracker.moved();
    this.url = mediaUrl;
    let late = 0;
    if (this.pending && clock.now() - this.pending.since > Math.max(LONGEST_MS, 2 * list.targetMs))
      late = this.settle(undefined);
    if (this.pending) {
      this.held = { list, wall };
      return late;
    }
    const tracked = tracker.update(list, wall);
    if (!this.probe()) this.push(list, tracked);
    return late + tracked.length;
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
    const done = pipeline.probe(doubt.entry, doubt.expected).then((sameAs) => {
      if (tracker.doubt === doubt && this.settle(sameAs) > 0) onFresh();
    });
    this.pending = { since: clock.now(), done };
    return true;
  }

  /** Decides the pending list, then the newest one that came meanwhile. */
  private settle(sameAs: number | null | undefined): number {
    const { tracker } = this.ports;
    const { doubt } = tracker;
    this.pending = null;
    if (!doubt) return 0;
    const tracked = tracker.settle(sameAs);
    if (this.probe()) return 0;
    this.push(doubt.list, tracked);
    const { held } = this;
    this.held = null;
    return tracked.length + (held ? this.add(held.list, held.wall) : 0);
  }
}
