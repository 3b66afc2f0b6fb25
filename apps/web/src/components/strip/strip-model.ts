import { type GapCause, type Vod } from '#libs/contracts';
import { clamp } from '../../lib/clamp.js';

/** A range of wall-clock time, ms since the Unix epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
export interface GapSpan extends Span {
  readonly cause: GapCause;
  /** Media existed in a silence of the source. */
  readonly isLost?: boolean;
}

/**
 * A recording as the strip draws it, in wall-clock time: where media is, where it is missing and why, and where a new
 * part begins. `media` and `gaps` touch, never overlap, and cover `[start, end]`.
 */
export interface StripModel {
  readonly start: number;
  readonly end: number;
  readonly media: readonly Span[];
  readonly gaps: readonly GapSpan[];
  /** Times in which one track is missing, with what is missing; they lie in the media. */
  readonly trackGaps: readonly (Span & { readonly text: string })[];
  readonly joins: readonly number[];
  readonly growing: boolean;
}

type StripInput = Pick<Vod, 'parts' | 'gaps' | 'track_gaps' | 'media_ms' | 'started_at' | 'live' | 'media_started_at'>;

const SHORTEST_MS = 1000;
/** Largest distance between a recorder's first segment and its start; the window of a playlist is seldom longer. */
const LEAD_MS = 60_000;

/** States of a capture in which media arrives. Between two parts of a dropped stream the end does not move. */
const GROWING: readonly string[] = ['writing', 'spooling'];

/** Causes that are no loss: the source sent nothing, or advertisements, so there was nothing to record. */
const PAUSES: readonly GapCause[] = ['source-silent', 'source-gap', 'ad'];
export const isPause = (gap: GapSpan): boolean => PAUSES.includes(gap.cause) && gap.isLost !== true;

interface Known {
  /** ms of media recorded since the server's last report, so that the end moves between reports. */
  readonly grownMs?: number;
  /** Wall clock of the first sample, if a playlist reported it. */
  readonly startAt?: number | null;
}

export function stripOf(vod: StripInput, { grownMs = 0, startAt = null }: Known = {}): StripModel {
  // Nobody knows how much of this time belongs to the stream, so it has no place in the strip.
  const gaps = mergeGaps(vod.gaps.filter(({ cause }) => cause !== 'end-unknown'));
  const start = startAt ?? vod.media_started_at ?? startOf(vod, gaps);
  const missing = gaps.reduce((sum, g) => sum + g.to - g.from, 0);
  const end = start + Math.max(vod.media_ms + grownMs + missing, SHORTEST_MS);
  const inside = gaps
    .map((g) => ({ ...g, from: clamp(g.from, start, end), to: clamp(g.to, start, end) }))
    .filter((g) => g.to > g.from);
  const joins = vod.parts
    .slice(1)
    .map((p) => p.started_at)
    .filter((at) => at > start && at < end && !inside.some((g) => Math.abs(g.to - at) < LEAD_MS));
  return {
    start,
    end,
    media: vod.media_ms + grownMs > 0 ? between(start, end, inside) : [],
    gaps: inside,
    trackGaps: vod.track_gaps
      .map(({ at, durMs, text }) => ({ from: clamp(at, start, end), to: clamp(at + durMs, start, end), text }))
      .filter((g) => g.to > g.from),
    joins,
    growing: vod.live !== null && GROWING.includes(vod.live.state),
  };
}

/**
 * Wall clock of the first sample. A part's `started_at` is the start of its recorder, later than the oldest segment of
 * the playlist. If there is a gap between two parts, the start is derived from it: the media before the gap ends where
 * the gap starts.
 */
function startOf(vod: StripInput, gaps: readonly GapSpan[]): number {
  const [first] = vod.parts;
  if (first === undefined) return Math.min(Date.parse(vod.started_at), ...gaps.map((g) => g.from));
  let media = 0;
  for (const [i, part] of vod.parts.entries()) {
    media += part.media_ms;
    const next = vod.parts[i + 1]?.started_at;
    const gapIndex = next === undefined ? -1 : gaps.findIndex((g) => g.to <= next && next - g.to < LEAD_MS);
    const gap = gaps[gapIndex];
    if (gap === undefined) continue;
    const start = gap.from - media - gaps.slice(0, gapIndex).reduce((sum, g) => sum + g.to - g.from, 0);
    if (Math.abs(start - first.started_at) < LEAD_MS) return start;
  }
  return Math.min(first.started_at, ...gaps.map((g) => g.from));
}

/** Sorted, without overlap. Gaps that touch or overlap become one, with the cause of the earlier one. */
function mergeGaps(raw: Vod['gaps']): GapSpan[] {
  const sorted = raw
    .filter((g) => g.durMs > 0)
    .map((g) => ({ from: g.at, to: g.at + g.durMs, cause: g.cause, ...((g.lostMs ?? 0) > 0 && { isLost: true }) }))
    .sort((a, b) => a.from - b.from);
  const merged: GapSpan[] = [];
  for (const gap of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && gap.from <= last.to)
      merged[merged.length - 1] = { ...last, to: Math.max(last.to, gap.to) };
    else merged.push(gap);
  }
  return merged;
}

function between(start: number, end: number, gaps: readonly Span[]): Span[] {
  const edges = [start, ...gaps.flatMap((g) => [g.from, g.to]), end];
  const spans: Span[] = [];
  for (let i = 0; i + 1 < edges.length; i += 2) spans.push({ from: edges[i] ?? start, to: edges[i + 1] ?? end });
  return spans.filter((s) => s.to > s.from);
}

/** Media position (without gaps) of a wall-clock time; for a time inside a gap, the position of the gap. */
export const wallToMedia = (model: StripModel, wall: number): number =>
  model.media.reduce((sum, s) => sum + clamp(wall, s.from, s.to) - s.from, 0);

/** Wall-clock time of a media position. At the edge of a gap: the time after the gap. */
export function mediaToWall(model: StripModel, mediaMs: number): number {
  let left = Math.max(0, mediaMs);
  for (const s of model.media) {
    if (left < s.to - s.from) return s.from + left;
    left -= s.to - s.from;
  }
  return model.end;
}

/** Share of the whole, 0..1, for drawing. */
export const shareOf = (model: StripModel, wall: number): number =>
  clamp((wall - model.start) / (model.end - model.start), 0, 1);

/** About `count` ticks at round times, in ms from the start of the strip. */
export function ticksOf(model: StripModel, count: number): number[] {
  const length = model.end - model.start;
  return Array.from({ length: count }, (_, i) => (length * i) / (count - 1));
}
