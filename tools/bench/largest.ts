import { SEGMENT_MS } from './source/live-clock.js';
import type { Result } from './report/result.js';

const FIRST = 60;
const STEP = 30;
const RUN_S = 30;

/** Whether so many streams are kept up with: nothing lost, and storing does not fall behind by a whole segment. */
export const isHeld = ({ lost, lagP95S }: Result): boolean => lost === 0 && lagP95S * 1000 <= SEGMENT_MS;

/** Steps up until a run is not held. @returns every run; the largest held N is that of the last but one */
export async function findLargest(
  run: (streams: number, seconds: number) => Promise<Result>,
): Promise<{ readonly largest: number; readonly results: readonly Result[] }> {
  const results: Result[] = [];
  let largest = 0;
  for (let streams = FIRST; ; streams += STEP) {
    const result = await run(streams, RUN_S);
    results.push(result);
    if (!isHeld(result)) return { largest, results };
    largest = streams;
  }
}
