import type { ChannelLog } from '../sim-log.js';
import { checkFrames, type FrameReport } from './check-frames.js';
import { checkTones, type ToneOptions, type ToneReport } from './check-tones.js';
import { expectedFrames, type ExpectFrom } from './expected-frames.js';
import { numbersOf } from './frame-range.js';
import { allFrames, type ReadFrame } from './read-frames.js';
import { readTones } from './read-tones.js';

export interface RecordingReport {
  readonly ok: boolean;
  readonly frames: FrameReport;
  /** One report per file. */
  readonly tones: readonly ToneReport[];
  /** Time at which each file's video ends, ms from its start. */
  readonly videoMs: readonly number[];
}

/**
 * Checks a finished recording against the output of the simulator (or of a third-party source): every frame once, in
 * order, with its audio. Takes files, or URLs, in order; a recording whose format changed has several.
 */
export async function checkRecording(
  files: readonly string[],
  log: Pick<ChannelLog, 'segments' | 'fps' | 'sourceFrames'>,
  options: ExpectFrom & Omit<ToneOptions, 'fps'> = {},
): Promise<RecordingReport> {
  const read: ReadFrame[] = [];
  const tones: ToneReport[] = [];
  const videoMs: number[] = [];
  for (const file of files) {
    const frames = await allFrames(file);
    read.push(...frames);
    tones.push(checkTones(frames, await readTones(file), { ...options, fps: log.fps }));
    videoMs.push((frames.at(-1)?.ptsMs ?? 0) - (frames[0]?.ptsMs ?? 0) + 1000 / log.fps);
  }
  const frames = checkFrames({ ranges: expectedFrames(log, options), sourceFrames: log.sourceFrames }, read);
  return { ok: frames.ok && tones.every(({ ok }) => ok), frames, tones, videoMs };
}

/** Checks a recording without video against the frames that its source would have shown. */
export async function checkAudioRecording(
  file: string,
  log: Pick<ChannelLog, 'segments' | 'fps'>,
  options: ExpectFrom & Omit<ToneOptions, 'fps'> = {},
): Promise<ToneReport> {
  const numbers = [...numbersOf(expectedFrames(log, options))];
  const frames = numbers.map((number, i) => ({ number, ptsMs: (i * 1000) / log.fps }));
  return checkTones(frames, await readTones(file), { ...options, fps: log.fps });
}
