import { type MediaPlaylist } from '../playlist/media-playlist.js';

/** Timing of one load of the playlist. */
export interface Load {
  /** Monotonic start of the load. */
  readonly startedAt: number;
  /** `away`: the server gave no usable answer, as in an outage. `refused`: its answer was no list. */
  readonly outcome: 'changed' | 'unchanged' | 'away' | 'refused';
  readonly targetMs: number;
  /** See {@link changeMsOf}. */
  readonly changeMs: number;
  /** True while nothing is recorded: polling once per target duration is then enough, except in an outage. */
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
/** A server that fails for longer than this is asked once per target duration. */
const LONG_MS = 180_000;

/** The expected time between two changes of the list. */
export const periodOf = (targetMs: number, changeMs: number): number => (changeMs > 0 ? changeMs : targetMs);

/**
 * Schedules the next load of the playlist: half a segment after the start of the previous load, so that a new segment
 * is detected at most half a segment late (docs/reference/hls.md#reload has the measurement). The time that a load
 * takes does not shift the schedule; times that a slow load missed are skipped. In an outage there is no schedule to keep.
 */
export class PollGrid {
  /** Start of the first failed load in a row. */
  private failingSince: number | null = null;
  private step = 0;

  /** Time between the starts of the last load and the next one, ms. */
  get stepMs(): number {
    return this.step;
  }

  nextAt(load: Load, now: number): number {
    const hasFailed = load.outcome === 'away' || load.outcome === 'refused';
    this.failingSince = hasFailed ? (this.failingSince ?? load.startedAt) : null;
    const step = this.stepOf(load);
    this.step = step;
    if (load.outcome === 'away') return Math.max(load.startedAt + step, now);
    const late = Math.max(0, Math.ceil((now - load.startedAt) / step) - 1);
    return load.startedAt + step * (1 + late);
  }

  /** In an outage, the window goes on: what is read late has left it. */
  private stepOf(load: Load): number {
    const isAway = load.outcome === 'away';
    const isLong = this.failingSince !== null && load.startedAt - this.failingSince > LONG_MS;
    if (isLong || (load.idle && !isAway)) return Math.max(1000, load.targetMs);
    return Math.max(SHORTEST_MS, periodOf(load.targetMs, load.changeMs) / (isAway ? 4 : 2));
  }
}
