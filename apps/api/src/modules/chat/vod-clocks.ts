import { ChatTimeline, type TimelineRun } from '#libs/contracts';
import { FileClock, type SiteClock, siteClockOf, type PlacedSegment } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { LiveSegmentReader, type NewSegment } from '../../vods/live-segment-reader.js';
import { type PartReader } from '../../vods/part-reader.js';

/** Maps between site time and file time of one VOD, as of now. */
export interface VodClock {
  read(): Promise<FileClock>;
}

/** Minimum interval between two reads of a clock from storage, however many players request it. */
const MIN_REFRESH_INTERVAL_MS = 900;
/**
 * The clock follows the drift of the site in steps of a minute, so it is enough to evaluate all segments every half
 * minute.
 */
const FULL_READ_INTERVAL_MS = 30_000;

interface CachedClock {
  readonly clock: SiteClock;
  readonly runs: number;
  readonly lastMs: number;
  readonly at: number;
}

/** Clock of a VOD that is being recorded. Its runs grow with its segments, like its playlist. */
export class GrowingClock implements VodClock {
  private readonly parts: LiveSegmentReader;
  private readonly runs: TimelineRun[] = [];
  private last: PlacedSegment | null = null;
  private cached: CachedClock = { clock: [], runs: 0, lastMs: 0, at: 0 };
  private refreshing: Promise<void> | null = null;
  private refreshedAt = 0;

  constructor(storage: Storage, vodUuid: string) {
    this.parts = new LiveSegmentReader(storage, vodUuid);
  }

  async read(): Promise<FileClock> {
    if (Date.now() - this.refreshedAt >= MIN_REFRESH_INTERVAL_MS)
      await (this.refreshing ??= this.refresh().finally(() => {
        this.refreshing = null;
      }));
    return new FileClock(this.extendedClock());
  }

  private async refresh(): Promise<void> {
    await this.parts.refresh((next) => {
      this.addSegment(next);
    });
    this.refreshedAt = Date.now();
    if (this.cached.runs === this.runs.length && this.refreshedAt - this.cached.at < FULL_READ_INTERVAL_MS) return;
    this.cached = {
      clock: siteClockOf({ runs: this.runs }),
      runs: this.runs.length,
      lastMs: this.runs.at(-1)?.durMs ?? 0,
      at: this.refreshedAt,
    };
  }

  /** Extends the cached clock over newer segments; assumes that both clocks run at the same pace. */
  private extendedClock(): SiteClock {
    const moreMs = (this.runs.at(-1)?.durMs ?? 0) - this.cached.lastMs;
    const last = this.cached.clock.at(-1);
    return last && moreMs > 0
      ? [...this.cached.clock.slice(0, -1), { ...last, siteMs: last.siteMs + moreMs, fileMs: last.fileMs + moreMs }]
      : this.cached.clock;
  }

  private addSegment({ s, epoch }: NewSegment): void {
    const run = this.runs.at(-1);
    if (run && this.last && follows(this.last, s)) {
      run.segments.push(s.name);
      run.durMs = s.ptsMs + s.durMs - run.firstPtsMs;
    } else {
      const startAt = epoch.startAt + (s.ptsMs - epoch.firstPtsMs);
      this.runs.push({
        partId: s.partId,
        epoch: s.epoch,
        container: epoch.container,
        initCrc: epoch.initCrc,
        startAt,
        siteAt: s.pdtMs,
        firstPtsMs: s.ptsMs,
        durMs: s.durMs,
        segments: [s.name],
      });
    }
    this.last = s;
  }
}

const follows = (a: PlacedSegment, b: PlacedSegment): boolean =>
  a.partId === b.partId && a.epoch === b.epoch && b.seq === a.seq + 1;

/** Clock of a finished VOD: from the stored timeline, which outlives the segments, else from the segments. */
export class SealedClock implements VodClock {
  private clock: Promise<FileClock> | null = null;

  constructor(
    private readonly options: {
      readonly storage: Storage;
      readonly parts: PartReader;
      readonly vodUuid: string;
      readonly timelineKey: string | null;
      /** The clock that was saved in the row when the VOD was sealed; null if none is valid. */
      readonly cached: SiteClock | null;
    },
  ) {}

  read(): Promise<FileClock> {
    this.clock ??= this.load().catch((thrown: unknown) => {
      this.clock = null;
      throw thrown;
    });
    return this.clock;
  }

  private async load(): Promise<FileClock> {
    const { storage, parts, vodUuid, timelineKey, cached } = this.options;
    if (timelineKey === null && cached) return new FileClock(cached);
    if (timelineKey === null) return new FileClock(siteClockOf((await parts.timelineOf(vodUuid)).timeline));
    return new FileClock(ChatTimeline.parse(JSON.parse((await storage.read(timelineKey)).toString('utf8'))).clock);
  }
}
