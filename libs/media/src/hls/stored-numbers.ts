import { type Place } from '../playlist/window-tracker.js';
import { type CapturedGap } from './capture-sink.js';

/**
 * Numbers under which segments are stored: those of the source, but rising by one inside an epoch, so that a missing
 * number is always a gap, and no number comes twice.
 */
export class StoredNumbers {
  private shift = 0;
  private last = -Infinity;
  private numbering = 0;

  /** @returns the number, and whether it directly follows the last one */
  next({ numbering, seq }: Place, begins: boolean): { readonly seq: number; readonly isNext: boolean } {
    if (begins) [this.shift, this.last] = [0, -Infinity];
    else if (numbering !== this.numbering || seq + this.shift <= this.last) this.shift = this.last + 1 - seq;
    this.numbering = numbering;
    const isNext = seq + this.shift === this.last + 1;
    this.last = seq + this.shift;
    return { seq: this.last, isNext };
  }

  dropped(): void {
    this.shift -= 1;
  }

  gap({ fromSeq, toSeq }: Pick<CapturedGap, 'fromSeq' | 'toSeq'>): Pick<CapturedGap, 'fromSeq' | 'toSeq'> {
    return { fromSeq: fromSeq + this.shift, toSeq: toSeq + this.shift };
  }
}
