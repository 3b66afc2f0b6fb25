import { type TimelineRun } from '#libs/contracts';

/** What the clock needs of a run; `siteAt` null: the site tells no date, and our own clock stands in. */
export type ClockRun = Pick<TimelineRun, 'startAt' | 'siteAt' | 'durMs'>;

interface Span { readonly siteFrom: number; readonly siteTo: number; readonly fileFrom: number; readonly fileTo: number }

/**
 * The site's time of a VOD and its file time, both ways, for many moments of a chat (architecture 5.7). What was said in a hole (a pause, ads) stands
 * at the seam, as the picture does; what was said before the first frame is negative, and what came after the last one keeps its distance.
 */
export class FileClock {
  private readonly spans: readonly Span[];

  /** @param runs of a timeline, in its order */
  constructor(runs: readonly ClockRun[]) {
    let fileFrom = 0;
    this.spans = runs.map(({ startAt, siteAt, durMs }) => {
      const siteFrom = siteAt ?? startAt;
      const span = { siteFrom, siteTo: siteFrom + durMs, fileFrom, fileTo: fileFrom + durMs };
      fileFrom += durMs;
      return span;
    });
  }

  /** ms of media. */
  get lengthMs(): number { return this.spans.at(-1)?.fileTo ?? 0; }

  /** The site's time of the end of the last run; null while there is none. */
  get siteEnd(): number | null { return this.spans.at(-1)?.siteTo ?? null; }

  /** Whole ms of file time; null while there is no media. Later moments are never earlier in the file, as far as the runs are in order. */
  fileMs(siteMs: number): number | null {
    const at = this.indexAt(siteMs);
    const span = this.spans[Math.max(at, 0)];
    if (!span) return null;
    const into = siteMs - span.siteFrom;
    const isLast = at === this.spans.length - 1;
    return Math.round(span.fileFrom + (isLast ? into : Math.min(into, span.fileTo - span.fileFrom)));
  }

  /** Moments of the site that may stand in this stretch of file time, holes at its edges included. Infinite where nothing bounds it. */
  siteSpan(fromMs: number, toMs: number): { readonly from: number; readonly to: number } {
    // A half millisecond is what rounding may move a moment by.
    const before = this.spans.findLast((s) => s.fileTo < fromMs - 1);
    const after = this.spans.find((s) => s.fileFrom > toMs + 1);
    const inside = this.spans.find((s) => s.fileFrom <= fromMs - 1 && fromMs - 1 < s.fileTo);
    const last = this.spans.find((s) => s.fileFrom < toMs + 1 && toMs + 1 <= s.fileTo);
    return {
      from: inside ? inside.siteFrom + (fromMs - 1 - inside.fileFrom) : before?.siteTo ?? -Infinity,
      to: last ? last.siteFrom + (toMs + 1 - last.fileFrom) : after?.siteFrom ?? Infinity,
    };
  }

  /** The last run that began by then; -1 before the first. */
  private indexAt(siteMs: number): number {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.spans[middle]?.siteFrom ?? 0) <= siteMs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
