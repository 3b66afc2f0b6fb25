import { BugError, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { start, type Ended } from '#libs/process';

/** One call of ffmpeg. */
export interface FfmpegRun {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** Media time written so far, in ms; about twice a second. */
  readonly onProgress?: (outTimeMs: number) => void;
  /** Another binary than the `ffmpeg` on PATH. */
  readonly file?: string;
}

/** No prompt, no banner, warnings only, progress as lines on stdout: what every run of ours needs. */
const COMMON_ARGS = ['-nostdin', '-hide_banner', '-loglevel', 'warning', '-nostats', '-progress', 'pipe:1'] as const;

/** ffmpeg sends loopback addresses through `http_proxy` too. All we give it is on this machine. */
export const NO_PROXY = { http_proxy: '' } as const;

/**
 * Runs ffmpeg to its end. The one place that spawns it.
 * @returns its last warnings, oldest first (at most 20 lines)
 * @throws OutsideError `ffmpeg-failed` with the last stderr lines in `data.stderr`; the queue may try again
 * @throws OutsideError `ffmpeg-missing` - there is no such program
 * @throws the signal's reason - aborted; ffmpeg is asked to stop (SIGINT closes the container) and killed 10 s later
 */
export async function ffmpeg({ args, signal, onProgress, file = 'ffmpeg' }: FfmpegRun): Promise<readonly string[]> {
  if (args.length === 0) throw new BugError('ffmpeg-no-args', 'ffmpeg was called with no arguments');
  signal.throwIfAborted();
  const child = start({ file, args: [...COMMON_ARGS, ...args], signal, env: NO_PROXY });
  for await (const line of child.lines()) {
    const time = progressMs(line);
    if (time !== null) onProgress?.(time);
  }
  const end = await child.ended;
  signal.throwIfAborted();
  if (!end.ok) throw failureOf(file, end);
  return distinct(end.stderr);
}

/** Hints on ffmpeg's own speed, which mean nothing to an operator. */
const NOISE = /Thread message queue blocking|consider raising the thread_queue_size/;

/** Warnings without the addresses of ffmpeg's objects, each once. */
export const distinct = (lines: readonly string[]): string[] => [
  ...new Set(lines.filter((line) => !NOISE.test(line)).map((line) => line.replace(/ @ 0x[0-9a-f]+/g, ''))),
];

/** `out_time_us=1500000` -> 1500. Null for any other line, and for `N/A` before the first packet. */
export function progressMs(line: string): number | null {
  const match = /^out_time_us=(\d+)$/.exec(line);
  return match?.[1] === undefined ? null : Number(match[1]) / 1000;
}

export function failureOf(program: string, end: Ended): OutsideError {
  if (end.neverRan) return new OutsideError(message('error.ffmpeg-missing', { program }));
  const how =
    end.killedBy === null
      ? message('process.exit-code', { code: String(end.code) })
      : message('process.killed-by', { signal: end.killedBy });
  const why = end.stderr.at(-1) || message('process.said-nothing');
  return new OutsideError(message('error.ffmpeg-failed', { program, how, why }), { data: { stderr: end.stderr } });
}
