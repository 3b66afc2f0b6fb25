import { SEGMENT_MS } from './source/live-clock.js';
import type { Result } from './report/result.js';

const FIRST_STREAMS = 60;
const STREAMS_STEP = 30;
const RUN_S = 30;

/** Whether the tool keeps up with this many streams: it loses nothing, and storage is less than one segment behind. */
const keepsUp = ({ lost, lagP95S }: Result): boolean => lost === 0 && lagP95S * 1000 <= SEGMENT_MS;

/**
 * Increases the number of streams until the tool cannot keep up.
 * @returns every run; the largest N is that of the last run but one
 */
export async function findLargest(
  run: (streams: number, seconds: number) => Promise<Result>,
): Promise<{ readonly largest: number; readonly results: readonly Result[] }> {
  const results: Result[] = [];
  let largest = 0;
  for (let streams = FIRST_STREAMS; ; streams += STREAMS_STEP) {
    const result = await run(streams, RUN_S);
    results.push(result);
    if (!keepsUp(result)) return { largest, results };
    largest = streams;
  }
}
