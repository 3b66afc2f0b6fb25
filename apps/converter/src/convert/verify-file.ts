import { OutsideError } from '#libs/errors';
import { type FileFacts, type MeasuredRun, spanOf } from '#libs/media';

/** Time stamps of Matroska are whole milliseconds. */
const ROUNDING_MS = 1;

/**
 * Holds a finished file against what it was made of: the video track as long as its runs, within one frame.
 * @returns what is odd but does not make the file worthless
 * @throws OutsideError `file-wrong-length` - the attempt is thrown away
 */
export function verifyFile(facts: FileFacts, runs: readonly MeasuredRun[]): string[] {
  const expectedMs = spanOf(runs) * 1000;
  const frameMs = Math.max(facts.frameMs, ...runs.map((run) => run.frameSeconds * 1000));
  const offMs = facts.trackMs - expectedMs;
  if (Math.abs(offMs) > frameMs + ROUNDING_MS) {
    throw new OutsideError(
      'file-wrong-length',
      `the file is ${seconds(facts.trackMs)} long, its segments are ${seconds(expectedMs)}`,
      { data: { trackMs: facts.trackMs, expectedMs } },
    );
  }
  const timelineMs = runs.reduce((sum, { run }) => sum + run.durMs, 0);
  const isOff = Math.abs(facts.trackMs - timelineMs) > frameMs + runs.length * ROUNDING_MS;
  return isOff ? [`the timeline says ${seconds(timelineMs)}, its segments hold ${seconds(facts.trackMs)}`] : [];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
