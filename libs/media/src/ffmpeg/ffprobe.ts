import { output, start } from '#libs/process';
import { failureOf, NO_PROXY } from './ffmpeg.js';

export interface FfprobeRun {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  readonly file?: string;
}

const COMMON_ARGS = ['-hide_banner', '-loglevel', 'error'] as const;

/**
 * ffprobe's answer as JSON, for questions with a short answer (streams, format).
 * @throws OutsideError `command-failed` - it could not read the media
 */
export async function ffprobe({ args, signal, file = 'ffprobe' }: FfprobeRun): Promise<unknown> {
  return JSON.parse(
    await output({ file, args: [...COMMON_ARGS, '-of', 'json', ...args], signal, env: NO_PROXY }),
  ) as unknown;
}

/**
 * ffprobe's answer line by line, for questions with millions of lines (packets). Nothing is held.
 * @throws OutsideError `ffmpeg-failed` - after the last line, when it ended badly
 */
export async function* ffprobeLines({ args, signal, file = 'ffprobe' }: FfprobeRun): AsyncGenerator<string> {
  const child = start({ file, args: [...COMMON_ARGS, ...args], signal, env: NO_PROXY });
  yield* child.lines();
  const end = await child.ended;
  signal.throwIfAborted();
  if (!end.ok) throw failureOf(file, end);
}
