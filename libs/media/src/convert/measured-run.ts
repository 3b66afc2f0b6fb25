import { type MediaShape } from './media-shape.js';
import { type SourceRun } from './source-run.js';

/** A run with its exact length, in seconds of its own clock. */
export interface MeasuredRun {
  readonly run: SourceRun;
  readonly shape: MediaShape;
  /** From the first frame to the end of the last one of the anchor. */
  readonly spanSeconds: number;
  /** How much later than the start of the stream its anchor begins: audio is often 20 ms ahead. */
  readonly leadSeconds: number;
  readonly frameSeconds: number;
}

/** TS time stamps have 33 bits: 26.5 hours at 90 kHz (ISO 13818-1). */
const TS_WRAP_TICKS = 2 ** 33;

/** Joins what is known of the first and of the last segment of a run. */
export function measureRun(run: SourceRun, head: MediaShape, tail: MediaShape): MeasuredRun {
  const raw = tail.endTicks - head.firstTicks;
  const wraps =
    run.container === 'ts' ? Math.round(((run.durMs / 1000) * head.ticksPerSecond - raw) / TS_WRAP_TICKS) : 0;
  return {
    run,
    shape: head,
    spanSeconds: (raw + wraps * TS_WRAP_TICKS) / head.ticksPerSecond,
    leadSeconds: head.firstTicks / head.ticksPerSecond - head.startSeconds,
    frameSeconds: tail.frameTicks / head.ticksPerSecond,
  };
}

/** Runs that go into one file: consecutive ones of one format. */
export function groupRuns(runs: readonly MeasuredRun[]): MeasuredRun[][] {
  const groups: MeasuredRun[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last?.[0]?.shape.fingerprint === run.shape.fingerprint) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** Length of the video track that the runs must give, in seconds (audio where there is no video). */
export const spanOf = (runs: readonly MeasuredRun[]): number => runs.reduce((sum, run) => sum + run.spanSeconds, 0);
