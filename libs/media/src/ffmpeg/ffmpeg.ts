import { BugError, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { start, type ProcessExit } from '#libs/process';

export interface FfmpegRun {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the media time written so far, in ms; about twice per second. */
  readonly onProgress?: (outTimeMs: number) => void;
  /** Path of another binary than the `ffmpeg` on PATH. */
  readonly file?: string;
  /** Most bytes of one allocation; default: what the index of a long file takes that ffmpeg writes. */
  readonly maxAllocBytes?: number;
}

/**
 * Most bytes of one allocation while foreign media is read. A file of 3 kB may announce any number of samples, and each
 * takes 24 bytes in ffmpeg's index: a day at 120 fps takes 250 MB.
 */
export const MAX_READ_ALLOC_BYTES = 256 * 1024 * 1024;
/** The index of an mp4 that is written takes about 56 bytes per frame. */
const MAX_WRITE_ALLOC_BYTES = 1024 * 1024 * 1024;
/** Most bytes of data of one run. Threads that decode large pictures take much. */
const MAX_DATA_BYTES = 4 * 1024 * 1024 * 1024;

/** Common to all runs: no prompt, no banner, warnings only, progress as lines on stdout. */
const COMMON_ARGS = [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'level+warning',
  '-nostats',
  '-progress',
  'pipe:1',
] as const;

export const allocLimit = (bytes: number): readonly string[] => ['-max_alloc', String(bytes)];

/** ffmpeg would send loopback requests through `http_proxy` too. All of its inputs are on this machine. */
export const NO_PROXY = { http_proxy: '' } as const;

/**
 * Runs ffmpeg until it exits. No other code starts ffmpeg.
 * @returns its last warnings, oldest first (at most 20 lines)
 * @throws OutsideError `ffmpeg-failed`: with the last stderr lines in `data.stderr`; the queue may retry
 * @throws OutsideError `ffmpeg-missing`: the program does not exist
 * @throws the signal's reason: aborted; ffmpeg receives SIGINT, so that it closes the container, and SIGKILL 10 s later
 */
export async function ffmpeg({
  args,
  signal,
  onProgress,
  file = 'ffmpeg',
  maxAllocBytes = MAX_WRITE_ALLOC_BYTES,
}: FfmpegRun): Promise<readonly string[]> {
  if (args.length === 0) throw new BugError('ffmpeg-no-args', 'ffmpeg was called with no arguments');
  signal.throwIfAborted();
  const child = start({
    file,
    args: [...COMMON_ARGS, ...allocLimit(maxAllocBytes), ...args],
    signal,
    env: NO_PROXY,
    maxDataBytes: MAX_DATA_BYTES,
  });
  for await (const line of child.lines()) {
    const time = progressMs(line);
    if (time !== null) onProgress?.(time);
  }
  const end = await child.ended;
  signal.throwIfAborted();
  if (!end.ok) throw failureOf(file, end);
  return distinct(end.stderr);
}

/** Without the progress on stdout, which is the media. */
const PIPE_ARGS = ['-nostdin', '-hide_banner', '-loglevel', 'level+warning', '-nostats'] as const;

/**
 * Runs ffmpeg and yields what it writes to `pipe:1`. A reader that leaves early ends it.
 * @throws like {@link ffmpeg}, after the last bytes
 */
export async function* ffmpegPipe({
  args,
  signal,
  file = 'ffmpeg',
  maxAllocBytes = MAX_WRITE_ALLOC_BYTES,
}: Omit<FfmpegRun, 'onProgress'>): AsyncGenerator<Buffer, void, undefined> {
  const left = new AbortController();
  const child = start({
    file,
    args: [...PIPE_ARGS, ...allocLimit(maxAllocBytes), ...args],
    signal: AbortSignal.any([signal, left.signal]),
    env: NO_PROXY,
    maxDataBytes: MAX_DATA_BYTES,
  });
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const end = await child.ended;
    signal.throwIfAborted();
    if (!end.ok) throw failureOf(file, end);
  } finally {
    left.abort();
  }
}

/** Performance hints of ffmpeg that are irrelevant to an operator. */
const NOISE =
  /Thread message queue blocking|consider raising the thread_queue_size|codec frame size is not set|Estimating duration from bitrate/;

/** Returns the distinct warnings, without the addresses of ffmpeg's objects. */
export const distinct = (lines: readonly string[]): string[] => [
  ...new Set(lines.filter((line) => !NOISE.test(line)).map(plain)),
];

const LEVEL = /\[(?:warning|error|fatal|panic)\] ?/;
const FAULT = /\[(?:error|fatal|panic)\] \S/;
/** Without the addresses of ffmpeg's objects and the level of the line. */
const plain = (line: string): string => line.replace(/ @ 0x[0-9a-f]+/g, '').replace(LEVEL, '');

/** Lines with which ffmpeg reports that it stops. The cause is in an earlier line. */
const CONSEQUENCE =
  /Could not write header|Error initializing output stream|Error opening (?:in|out)put|Nothing was written into|^Conversion failed!|Terminating thread|Task finished with error/;

/**
 * Finds the line of stderr with the reason why ffmpeg failed: the last fault that is not a consequence of another one.
 * @returns undefined if ffmpeg wrote nothing
 */
export function tellingLine(stderr: readonly string[]): string | undefined {
  const faults = stderr.filter((line) => FAULT.test(line));
  const line = faults.findLast((fault) => !CONSEQUENCE.test(plain(fault))) ?? faults.at(-1) ?? stderr.at(-1);
  return line && plain(line);
}

/** `out_time_us=1500000` -> 1500. Null for any other line, and for `N/A` before the first packet. */
export function progressMs(line: string): number | null {
  const match = /^out_time_us=(\d+)$/.exec(line);
  return match?.[1] === undefined ? null : Number(match[1]) / 1000;
}

export function failureOf(program: string, end: ProcessExit): OutsideError {
  if (end.neverRan) return new OutsideError(message('error.ffmpeg-missing', { program }));
  const how =
    end.killedBy === null
      ? message('process.exit-code', { code: String(end.code) })
      : message('process.killed-by', { signal: end.killedBy });
  const why = tellingLine(end.stderr) || message('process.said-nothing');
  return new OutsideError(message('error.ffmpeg-failed', { program, how, why }), {
    data: { stderr: end.stderr, killedBy: end.killedBy },
  });
}
