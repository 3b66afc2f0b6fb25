import { type AdRoll } from '#libs/contracts';
import { type ListedAd } from './ad-filter.js';

/**
 * An ad break, reported at each of its segments and once more when it is `over`: `at` ms since the Unix epoch, `durMs` so
 * far.
 */
export interface CapturedAd {
  readonly epoch: number;
  readonly at: number;
  readonly durMs: number;
  readonly roll: AdRoll;
  readonly id: string;
  readonly over: boolean;
}

/** A break's length by the clock is believed when it is this near to the sum of its segments. */
const NEAR_MS = 4000;

/** Joins ads that follow on each other to breaks, and tells the sink of them. */
export class AdBreaks {
  private current: Omit<CapturedAd, 'over'> | null = null;

  constructor(private readonly sink: { ad(ad: CapturedAd): Promise<void> }) {}

  /** @param at where it begins if it is the first of its break, ms since the Unix epoch */
  async add(
    { id, roll, durMs }: ListedAd,
    { epoch, at }: { readonly epoch: number; readonly at: number },
  ): Promise<void> {
    const { current } = this;
    this.current = current
      ? { ...current, id: current.id === '' ? id : current.id, durMs: current.durMs + durMs }
      : { epoch, at: Math.round(at), roll, id, durMs };
    await this.tell(this.current, false);
  }

  /** @param backAt when the broadcast went on, ms since the Unix epoch; null where that is not known */
  async end(backAt: number | null): Promise<void> {
    const { current } = this;
    this.current = null;
    if (!current) return;
    const byClock = backAt === null ? null : backAt - current.at;
    await this.tell(
      byClock !== null && byClock > 0 && Math.abs(byClock - current.durMs) <= NEAR_MS
        ? { ...current, durMs: byClock }
        : current,
      true,
    );
  }

  private tell(ad: Omit<CapturedAd, 'over'>, over: boolean): Promise<void> {
    return this.sink.ad({ ...ad, durMs: Math.round(ad.durMs), over });
  }
}
