import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { inspectSegment } from '../inspect/inspect-segment.js';
import { type ListedSegment } from '../playlist/window-tracker.js';
import { type Clock } from './clock.js';
import { type EpochTracker, type FetchedInfo } from './epoch-tracker.js';
import {
  type FetchedSegment,
  type FetchPorts,
  fetchSegment,
  type FetchTiming,
  type InitSection,
} from './fetch-segment.js';
import { type SegmentDurations, type StatedSegment } from './segment-durations.js';
import { type FailureRule, retryPauseMs } from './segment-retry.js';

interface CompletionPorts extends FetchPorts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly epochs: Pick<EpochTracker, 'causeOf'>;
  readonly durations: Pick<SegmentDurations, 'lacksEnd'>;
  readonly timing: (item: ListedSegment) => FetchTiming;
  readonly afterFailure: (
    failed: unknown,
    item: ListedSegment,
    tries: Parameters<FailureRule>[1],
  ) => ReturnType<FailureRule>;
}

/** The segment in turn. It has its newest address, and the segment after it as soon as it is received. */
export interface SegmentInTurn {
  readonly item: () => ListedSegment;
  readonly next: () => StatedSegment | null;
  /** What the epochs need to know about it. */
  readonly placing: (fetched: FetchedSegment) => FetchedInfo;
}

/** `isDamaged`: its end is missing, and could not be fetched. */
export interface Completed {
  readonly fetched: FetchedSegment;
  readonly isDamaged: boolean;
}

/** After this many segments in a row whose end stayed missing, further ones are not fetched again. */
const MAX_DAMAGED_IN_A_ROW = 3;
/** After this many requests for an init section that did not change, a segment that does not match it requests none. */
const MAX_UNCHANGED_INITS = 3;

export const statedSegment = ({ segment }: ListedSegment, { inspected }: FetchedSegment): StatedSegment => ({
  listedMs: segment.durMs,
  isGuess: segment.badDuration === true,
  inspected,
});

/**
 * Completes what was received of each segment, in the order of the source: fetches a segment again that lacks its end,
 * and an init section that may have changed.
 */
export class SegmentCompletion {
  /** Number of segments in a row whose end stayed missing. */
  private damaged = 0;
  /** Number of requests in a row for an init section that did not change. */
  private unchanged = 0;

  constructor(private readonly ports: CompletionPorts) {}

  async complete(first: FetchedSegment, turn: SegmentInTurn): Promise<Completed> {
    const { clock, signal } = this.ports;
    const since = clock.now();
    let best = await this.withNewestInit(first, turn);
    for (let attempts = 1; ; attempts += 1) {
      const lacksEnd = this.lacksEnd(best, turn);
      if (lacksEnd === false) break;
      const tries = { since, now: clock.now(), attempts, cause: 'truncated' } as const;
      if (!this.mayRetry(turn.item(), tries)) return this.giveUp(best, lacksEnd === true);
      await clock.sleep(retryPauseMs(null, attempts), signal);
      if (!signal.aborted) best = await this.refetch(best, turn);
    }
    this.damaged = 0;
    return { fetched: best, isDamaged: false };
  }

  private lacksEnd(fetched: FetchedSegment, { item, next }: SegmentInTurn): boolean | null {
    return fetched.isTruncated || this.ports.durations.lacksEnd(statedSegment(item(), fetched), next());
  }

  private mayRetry(item: ListedSegment, tries: Parameters<FailureRule>[1]): boolean {
    if (this.damaged >= MAX_DAMAGED_IN_A_ROW || this.ports.signal.aborted) return false;
    return this.ports.afterFailure(new OutsideError(message('error.segment-truncated')), item, tries) === 'again';
  }

  private giveUp(fetched: FetchedSegment, isDamaged: boolean): Completed {
    this.damaged = isDamaged ? this.damaged + 1 : 0;
    return { fetched, isDamaged };
  }

  /** @returns the longer one of two attempts */
  private async refetch(best: FetchedSegment, turn: SegmentInTurn): Promise<FetchedSegment> {
    const item = turn.item();
    const fetched = await fetchSegment(item, this.ports, this.ports.timing(item)).catch(() => null);
    if (!fetched) return best;
    const isBetter = !fetched.isTruncated || fetched.body.bytes.length > best.body.bytes.length;
    (isBetter ? best : fetched).body.release();
    return isBetter ? this.withNewestInit(fetched, turn) : best;
  }

  /**
   * Later segments of a restarted encoder were received with the init section of the earlier ones. Where an epoch starts,
   * or the tracks of the segment are not in its init section, it is fetched again.
   */
  private async withNewestInit(fetched: FetchedSegment, turn: SegmentInTurn): Promise<FetchedSegment> {
    const { side, timing } = this.ports;
    const item = turn.item();
    const { map } = item.segment;
    if (!map || !fetched.init) return fetched;
    const known = await this.inspected(fetched, await side.knownInit(map, item.baseUrl)?.catch(() => null));
    if (!this.mayHaveChanged(known, turn)) return known;
    const renewed = await side.renewInit(map, item.baseUrl, timing(item)).catch(() => null);
    this.unchanged = renewed?.crc === known.init?.crc ? this.unchanged + 1 : 0;
    return this.inspected(known, renewed);
  }

  private mayHaveChanged(fetched: FetchedSegment, { placing }: SegmentInTurn): boolean {
    if (fetched.inspected.firstPtsMs === null) return this.unchanged < MAX_UNCHANGED_INITS;
    const cause = this.ports.epochs.causeOf(placing(fetched));
    return cause === 'discontinuity' || cause === 'sequence-reset' || cause === 'timestamp-jump';
  }

  private async inspected(fetched: FetchedSegment, init: InitSection | null | undefined): Promise<FetchedSegment> {
    if (!init || init.crc === fetched.init?.crc) return fetched;
    const inspected = await (this.ports.inspect ?? inspectSegment)(fetched.body.bytes, init.mp4);
    return inspected ? { ...fetched, init, inspected } : fetched;
  }
}
