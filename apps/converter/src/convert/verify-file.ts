import { OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type FileInfo, type MeasuredRun, spanOf } from '#libs/media';

/** Matroska time stamps are whole milliseconds. */
const ROUNDING_MS = 1;

/**
 * Compares a finished file with its source: the video track must be as long as its runs, within one frame.
 * @returns warnings that do not make the file invalid
 * @throws OutsideError `file-wrong-length`: the attempt is discarded
 */
export function verifyFile(info: FileInfo, runs: readonly MeasuredRun[]): Message[] {
  const expectedMs = spanOf(runs) * 1000;
  const frameMs = Math.max(info.frameMs, ...runs.map((run) => run.frameSeconds * 1000));
  const offMs = info.trackMs - expectedMs;
  if (Math.abs(offMs) > frameMs + ROUNDING_MS) {
    throw new OutsideError(
      message('error.file-wrong-length', { length: seconds(info.trackMs), wanted: seconds(expectedMs) }),
      { data: { trackMs: info.trackMs, expectedMs } },
    );
  }
  const timelineMs = runs.reduce((sum, { run }) => sum + run.durMs, 0);
  const isOff = Math.abs(info.trackMs - timelineMs) > frameMs + runs.length * ROUNDING_MS;
  return isOff
    ? [
        message('job.timeline-differs', {
          n: `${seconds(timelineMs)} s`,
          there: `${seconds(info.trackMs)} s`,
        }),
      ]
    : [];
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
