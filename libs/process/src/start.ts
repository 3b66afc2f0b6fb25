import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { execa } from 'execa';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { TextTail } from './text-tail.js';

/** A program to run: without a shell, with arguments passed unchanged. */
export interface ProcessOptions {
  readonly file: string;
  readonly args: readonly string[];
  /** Aborting sends SIGINT to the child (ffmpeg then closes its file) and SIGKILL 10 s later. */
  readonly signal: AbortSignal;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The whole environment of the child instead: nothing of the environment of this process. */
  readonly cleanEnv?: Readonly<Record<string, string>>;
  /** Text on stdin; absent: none. */
  readonly input?: string;
  readonly cwd?: string;
  /** Most bytes of data that the program may hold at once; then its allocations fail. Absent: no limit. */
  readonly maxDataBytes?: number;
}

/** How a child exited. */
export interface ProcessExit {
  /** Exit code 0 and not aborted. */
  readonly ok: boolean;
  /** Null if a signal ended it, or if it never ran. */
  readonly code: number | null;
  readonly killedBy: string | null;
  readonly aborted: boolean;
  /** The program does not exist or may not be executed. */
  readonly neverRan: boolean;
  /** The last 20 lines of stderr, oldest first. */
  readonly stderr: readonly string[];
}

/**
 * A running child. Read `stdout` to the end, or the child blocks on a full pipe. If a reader leaves `lines()` early,
 * the child is stopped.
 */
export interface Child {
  readonly pid: number | undefined;
  readonly stdout: Readable;
  lines(): AsyncIterable<string>;
  /** Never rejects. */
  readonly ended: Promise<ProcessExit>;
}

/**
 * Grace period between SIGINT and SIGKILL. Writing the index of a long mp4 takes seconds; a shorter period would leave
 * a damaged file.
 */
const KILL_AFTER_MS = 10_000;

/**
 * Starts a child process. Holds none of its output in memory except the end of stderr. The child ends together with
 * this process at a normal exit. After a SIGKILL of this process its pipes close, so a child that writes to them ends.
 */
export function start({ signal, env, cleanEnv, cwd, input, ...command }: ProcessOptions): Child {
  const tail = new TextTail();
  const { file, args } = limited(command);
  const child = execa(file, args, {
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    buffer: false,
    reject: false,
    cancelSignal: signal,
    killSignal: 'SIGINT',
    forceKillAfterDelay: KILL_AFTER_MS,
    ...(env && { env }),
    ...(cleanEnv && { env: cleanEnv, extendEnv: false }),
    ...(cwd !== undefined && { cwd }),
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail.add(text);
  });
  const ended = child.then((result): ProcessExit => ({
    ok: !result.failed,
    code: result.exitCode ?? null,
    killedBy: result.signal ?? null,
    aborted: result.isCanceled,
    neverRan: isNeverRun(result, command),
    stderr: tail.lines(),
  }));
  return {
    pid: child.pid,
    stdout: child.stdout,
    lines: () => linesOf(child),
    ended,
  };
}

type Command = Pick<ProcessOptions, 'file' | 'args' | 'maxDataBytes'>;

/** Node cannot limit a child, so a shell does, and becomes the program: it has the same process id. */
function limited({ file, args, maxDataBytes }: Command): Pick<ProcessOptions, 'file' | 'args'> {
  if (maxDataBytes === undefined) return { file, args };
  const kilobytes = String(Math.floor(maxDataBytes / 1024));
  // A lower limit that is in force stays.
  return { file: 'sh', args: ['-c', 'ulimit -d "$0" 2>/dev/null; exec "$@"', kilobytes, file, ...args] };
}

/** Exit codes of a shell that cannot execute a program, or does not find it (POSIX, section 2.8.2 of the shell). */
const NOT_EXECUTED: readonly (number | undefined)[] = [126, 127];

interface EndOfChild {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly isCanceled: boolean;
}

function isNeverRun({ exitCode, signal, isCanceled }: EndOfChild, { maxDataBytes }: Command): boolean {
  if (isCanceled) return false;
  return maxDataBytes === undefined ? exitCode === undefined && signal === undefined : NOT_EXECUTED.includes(exitCode);
}

/** Stops the child if the reader leaves early; otherwise the child would block on a full pipe forever. */
async function* linesOf(child: {
  readonly stdout: Readable;
  readonly kill: () => boolean;
}): AsyncGenerator<string, void, undefined> {
  let isComplete = false;
  try {
    yield* createInterface({ input: child.stdout, crlfDelay: Infinity });
    isComplete = true;
  } finally {
    if (!isComplete) child.kill();
  }
}

/** Far above the output of any short command; protects the memory. */
const MAX_OUTPUT_CHARS = 10_000_000;

/**
 * Runs a short command and returns its stdout, trimmed at the end.
 * @throws OutsideError `command-failed`: it could not start, exited non-zero or wrote more than 10 million characters;
 *   `data.stderr` contains its last lines
 * @throws the signal's reason: aborted
 */
export async function output(command: ProcessOptions): Promise<string> {
  const child = start(command);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MAX_OUTPUT_CHARS) child.stdout.destroy();
  }
  const end = await child.ended;
  command.signal.throwIfAborted();
  if (!end.ok || text.length > MAX_OUTPUT_CHARS) {
    const { file } = command;
    const why = end.stderr.at(-1) ?? message('process.said-nothing');
    throw new OutsideError(
      end.neverRan
        ? message('error.command-failed.not-started', { file, why })
        : message('error.command-failed', { file, end: end.killedBy ?? String(end.code), why }),
      { data: { stderr: end.stderr } },
    );
  }
  return text.trimEnd();
}
