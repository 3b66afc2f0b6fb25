import { type AdRecord } from '#libs/contracts';
import { countUpTo } from './recorded-gaps.js';

/** Wall clock, ms since the Unix epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The ad breaks of a recording. A gap takes the breaks that end in it, so that each one is in a single gap: a source
 * whose clock jumps back and forth would otherwise have all breaks in each of very many gaps.
 */
export class AdBreaks {
  /** In order of time, without overlap. */
  private readonly spans: readonly Span[];
  private readonly ends: Float64Array;
  /** For each break: itself, or if a gap has taken it, one behind it. */
  private readonly next: number[];

  constructor(ads: readonly Pick<AdRecord, 'at' | 'durMs'>[]) {
    this.spans = joined(ads.map(({ at, durMs }) => ({ from: at, to: at + durMs })));
    this.ends = Float64Array.from(this.spans, ({ to }) => to);
    this.next = Array.from({ length: this.spans.length + 1 }, (_, i) => i);
  }

  /** @returns the portions of breaks inside a gap, in order, and takes the breaks that end there */
  takeFrom(gap: Span): Span[] {
    const found: Span[] = [];
    for (let i = this.freeFrom(countUpTo(this.ends, gap.from)); ; i = this.freeFrom(i + 1)) {
      const span = this.spans[i];
      if (!span || span.from >= gap.to) return found;
      found.push({ from: Math.max(gap.from, span.from), to: Math.min(gap.to, span.to) });
      if (span.to <= gap.to) this.next[i] = i + 1;
    }
  }

  /** The first break from a position on that no gap has taken. Shortens the way for the next search. */
  private freeFrom(position: number): number {
    let at = position;
    for (let to = this.next[at] ?? at; to !== at; to = this.next[at] ?? at) {
      this.next[at] = this.next[to] ?? to;
      at = to;
    }
    return at;
  }
}

/** Sorts spans by time, and joins those that overlap or touch. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && span.from <= last.to) out[out.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else out.push(span);
  }
  return out;
}
