import { newestAt, publishedAt, type LiveClock } from '../source/live-clock.js';
import type { StreamLog } from '../source/source-server.js';
import { quantile } from './quantile.js';

/**
 * Quality of a tool's recording. Lags in seconds from the publication of a segment to the complete segment on the disk.
 */
export interface Score {
  readonly published: number;
  readonly lost: number;
  readonly doubled: number;
  readonly lagP50S: number;
  readonly lagP95S: number;
  readonly lagMaxS: number;
}

export interface Scored {
  readonly clock: LiveClock;
  readonly logs: readonly StreamLog[];
  readonly segmentBytes: readonly number[];
  readonly stored: readonly StoredSegment[];
}

/**
 * Scores the segments that were published from a tool's first request to the end, per stream. A stream that the tool
 * never requested counts as lost from the start of the clock. A segment whose size differs from the source's does not
 * count.
 */
export function score({ clock, logs, segmentBytes, stored }: Scored): Score {
  const have = new Map<string, number[]>();
  for (const { stream, seq, at, bytes } of stored) {
    const id = `${String(stream)} ${String(seq)}`;
    if (bytes === segmentBytes[seq]) have.set(id, [...(have.get(id) ?? []), at]);
  }
  const wanted = logs.flatMap(({ firstRequestAt }, stream) =>
    publishedSince(clock, stream, firstRequestAt ?? clock.originAt).map((seq) => ({
      at: publishedAt(clock, stream, seq),
      id: `${String(stream)} ${String(seq)}`,
    })),
  );
  const lags = wanted.flatMap(({ at, id }) => {
    const times = have.get(id);
    return times ? [(Math.min(...times) - at) / 1000] : [];
  });
  return {
    published: wanted.length,
    lost: wanted.length - lags.length,
    doubled: [...have.values()].reduce((sum, times) => sum + times.length - 1, 0),
    lagP50S: quantile(lags, 0.5),
    lagP95S: quantile(lags, 0.95),
    lagMaxS: quantile(lags, 1),
  };
}

/** Numbers of the segments published after this time, to the end. */
function publishedSince(clock: LiveClock, stream: number, from: number): number[] {
  const first = newestAt(clock, stream, from) + 1;
  return Array.from({ length: Math.max(0, newestAt(clock, stream, clock.endAt) - first + 1) }, (_, i) => first + i);
}

/** A segment that is complete on the disk of a tool, and since when (ms since the Unix epoch). */
export interface StoredSegment {
  readonly stream: number;
  readonly seq: number;
  readonly at: number;
  readonly bytes: number;
}
