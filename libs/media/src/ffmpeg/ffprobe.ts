import { output, start } from '#libs/process';
import { allocLimit, failureOf, MAX_READ_ALLOC_BYTES, NO_PROXY } from './ffmpeg.js';

export interface FfprobeRun {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  readonly file?: string;
}

const COMMON_ARGS = ['-hide_banner', '-loglevel', 'error', ...allocLimit(MAX_READ_ALLOC_BYTES)] as const;
/** Most bytes of data of one run: those of a day at 60 fps with two tracks of audio take 440 MB. */
const MAX_DATA_BYTES = 1024 * 1024 * 1024;
const LIMITS = { env: NO_PROXY, maxDataBytes: MAX_DATA_BYTES } as const;

/**
 * Runs ffprobe and returns its output as JSON; for short output (streams, format).
 * @throws OutsideError `command-failed`: ffprobe could not read the media
 */
export async function ffprobe({ args, signal, file = 'ffprobe' }: FfprobeRun): Promise<unknown> {
  return JSON.parse(
    await output({ file, args: [...COMMON_ARGS, '-of', 'json', ...args], signal, ...LIMITS }),
  ) as unknown;
}

/**
 * Runs ffprobe and yields its output line by line; for millions of lines (packets). Buffers nothing.
 * @throws OutsideError `ffmpeg-failed`: after the last line, if ffprobe failed
 */
export async function* ffprobeLines({ args, signal, file = 'ffprobe' }: FfprobeRun): AsyncGenerator<string> {
  const child = start({ file, args: [...COMMON_ARGS, ...args], signal, ...LIMITS });
  yield* child.lines();
  const end = await child.ended;
  signal.throwIfAborted();
  if (!end.ok) throw failureOf(file, end);
}
