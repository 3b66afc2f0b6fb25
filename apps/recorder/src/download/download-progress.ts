import { partTotals, type PartTotals } from '#libs/domain';
import { message } from '#libs/messages';
import { type JobProgress } from '#libs/service-kit';
import { type StoredPart } from './stored-part.js';

type MakeProgress = (size: { readonly total: number; readonly doneBefore: number }) => JobProgress;

/**
 * ms: largest distance to a growing broadcast that counts as following it, given the lag of its list and of requests in
 * progress.
 */
const NEAR_MS = 60_000;

/** Reports the progress of a video download in bytes. Estimates the total from the bytes and the duration so far. */
export class DownloadProgress {
  totals: PartTotals;
  private readonly pulses: JobProgress;
  private wholeMs = 0;
  private growing = false;

  constructor({ info }: StoredPart, make: MakeProgress) {
    this.totals = partTotals(info);
    this.pulses = make({ total: 0, doneBefore: this.totals.bytes });
  }

  /** @param wholeMs duration of the wanted media according to the current list */
  listed(wholeMs: number, growing: boolean): void {
    this.wholeMs = wholeMs;
    this.growing = growing;
    this.reportMode();
  }

  moved(totals: PartTotals): void {
    this.totals = { ...totals };
    this.reportMode();
  }

  private reportMode(): void {
    const { bytes, mediaMs, missingMs } = this.totals;
    const whole = mediaMs > 0 ? Math.round(bytes * Math.max(1, (this.wholeMs - missingMs) / mediaMs)) : 0;
    const following = this.growing && this.wholeMs - mediaMs - missingMs <= NEAR_MS;
    const fetching = this.growing ? message('job.fetching-live-broadcast') : message('job.fetching');
    this.pulses.move(bytes, following ? message('job.follows-broadcast') : fetching, { total: whole, following });
  }
}
