import { MAX_PAUSE_MS } from './track-limits.js';

/** A stretch of media of a track, ms on the clock of its segment. */
export interface Span {
  readonly fromMs: number;
  /** Null: until the end of the segment, because the length of its only packet is unknown. */
  readonly toMs: number | null;
  /** The container says that the last picture is shown until then. Muxers say so of what an encoder did not send, too. */
  readonly shownMs?: number;
}

/** Adds a stretch that does not start before the others. It joins the last one, unless media is missing between them. */
export function addSpan(spans: Span[], next: Span): void {
  const last = spans.at(-1);
  if (!last || (last.toMs !== null && next.fromMs - last.toMs > MAX_PAUSE_MS)) spans.push(next);
  else if (last.toMs !== null)
    spans[spans.length - 1] = {
      ...next,
      fromMs: last.fromMs,
      toMs: next.toMs === null ? null : Math.max(last.toMs, next.toMs),
    };
}
