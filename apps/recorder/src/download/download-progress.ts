import { message } from '#libs/messages';
import { type JobProgress } from '#libs/service-kit';
import { type DownloadTotals, type StoredPart, totalsOf } from './stored-part.js';

type MakeProgress = (size: { readonly total: number; readonly doneBefore: number }) => JobProgress;

/** As far behind a broadcast as its list and what is on its way may be. */
const NEAR_MS = 60_000;

/** Tells how far a video is, in bytes: how many there will be is guessed from those that came, by their length. */
export class DownloadProgress {
  totals: DownloadTotals;
  private readonly pulses: JobProgress;
  private wholeMs = 0;
  private growing = false;

  constructor({ info }: StoredPart, make: MakeProgress) {
    this.totals = totalsOf(info);
    this.pulses = make({ total: 0, doneBefore: this.totals.bytes });
  }

  /** @param wholeMs of media that is wanted, as the list says now */
  listed(wholeMs: number, growing: boolean): void {
    this.wholeMs = wholeMs;
    this.growing = growing;
    this.tell();
  }

  moved(totals: DownloadTotals): void {
    this.totals = { ...totals };
    this.tell();
  }

  private tell(): void {
    const { bytes, mediaMs, missingMs } = this.totals;
    const whole = mediaMs > 0 ? Math.round(bytes * Math.max(1, (this.wholeMs - missingMs) / mediaMs)) : 0;
    const following = this.growing && this.wholeMs - mediaMs - missingMs <= NEAR_MS;
    const fetching = this.growing ? message('job.fetching-live-broadcast') : message('job.fetching');
    this.pulses.move(bytes, following ? message('job.follows-broadcast') : fetching, { total: whole, following });
  }
}
