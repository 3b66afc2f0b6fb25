import { type AdRoll } from '#libs/contracts';
import { type ListedAd } from './ad-filter.js';

/**
 * An ad break. The capture reports it at each of its segments, and once more when it is `over`. `at` is ms since the
 * Unix epoch; `durMs` is the length so far.
 */
export interface CapturedAd {
  readonly epoch: number;
  readonly at: number;
  readonly durMs: number;
  readonly roll: AdRoll;
  readonly id: string;
  readonly over: boolean;
}

/**
 * Tolerance, ms: the clock decides the length of a break only if it differs this little from the sum of the segments.
 */
const NEAR_MS = 4000;

/** Joins consecutive ads into breaks and reports them to the sink. */
export class AdBreaks {
  private current: Omit<CapturedAd, 'over'> | null = null;

  constructor(private readonly sink: { ad(ad: CapturedAd): Promise<void> }) {}

  /** @param at start of the ad, ms since the Unix epoch; used only for the first ad of a break */
  async add(
    { id, roll, durMs }: ListedAd,
    { epoch, at }: { readonly epoch: number; readonly at: number },
  ): Promise<void> {
    const { current } = this;
    this.current = current
      ? { ...current, id: current.id === '' ? id : current.id, durMs: current.durMs + durMs }
      : { epoch, at: Math.round(at), roll, id, durMs };
    await this.reportAd(this.current, false);
  }

  /** @param backAt when the broadcast continued, ms since the Unix epoch; null if unknown */
  async end(backAt: number | null): Promise<void> {
    const { current } = this;
    this.current = null;
    if (!current) return;
    const byClock = backAt === null ? null : backAt - current.at;
    await this.reportAd(
      byClock !== null && byClock > 0 && Math.abs(byClock - current.durMs) <= NEAR_MS
        ? { ...current, durMs: byClock }
        : current,
      true,
    );
  }

  private reportAd(ad: Omit<CapturedAd, 'over'>, over: boolean): Promise<void> {
    return this.sink.ad({ ...ad, durMs: Math.round(ad.durMs), over });
  }
}
