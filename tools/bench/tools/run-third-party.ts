import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileGrowth, storedInOneFile } from '../measure/file-growth.js';
import { meter } from '../measure/meter.js';
import { storedByLoop } from './stored-files.js';
import type { RunInfo, RunPlan } from './tool-run.js';

/** Time after ENDLIST: ffmpeg and streamlink read it at their next playlist request. */
const END_LIMIT_MS = 10_000;

const ARGS = {
  ffmpeg: (url: string, file: string): string[] => ['-nostdin', '-nostats', '-y', '-i', url, '-c', 'copy', file],
  streamlink: (url: string, file: string): string[] => [`hls://${url}`, 'best', '-o', file],
} as const;

/** Runs one process per stream, all started at once, each with one output file. */
export async function runThirdParty(
  tool: keyof typeof ARGS,
  { source, streams, seconds, dir, loads }: RunPlan,
): Promise<RunInfo> {
  mkdirSync(dir, { recursive: true });
  const files = Array.from({ length: streams }, (_, i) => join(dir, `${String(i)}.ts`));
  try {
    const clock = await source.start(streams, seconds);
    const growth = new FileGrowth(files);
    const children = await Promise.all(
      files.map((file, i) => runChild(tool, ARGS[tool](source.urlOf(i), file), source.env)),
    );
    const groups = { tool: children.map(({ pid }) => pid), source: [source.pid, ...loads] };
    const metered = await meter(clock.originAt, seconds, {
      groupsAt: () => groups,
      before: { tool: [], source: [source.pid, ...loads] },
    });
    await Promise.all(children.map((child) => child.end(END_LIMIT_MS)));
    const sizes = growth.stop();
    const logs = await source.log();
    const stored = logs.flatMap((log, i) =>
      storedInOneFile(i, log, { sizes: sizes[i] ?? [], segmentBytes: source.segmentBytes }),
    );
    return { clock, logs, stored, metered, idle: null };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Runs all streams in one process of the bare loop. */
export async function runBare({ source, streams, seconds, dir, loads }: RunPlan): Promise<RunInfo> {
  try {
    const clock = await source.start(streams, seconds);
    const urls = Array.from({ length: streams }, (_, i) => source.urlOf(i));
    const child = await runChild(
      process.execPath,
      [join(import.meta.dirname, 'bare-loop.js'), dir, ...urls],
      source.env,
    );
    const groups = { tool: [child.pid], source: [source.pid, ...loads] };
    const metered = await meter(clock.originAt, seconds, {
      groupsAt: () => groups,
      before: { tool: [], source: [source.pid, ...loads] },
    });
    await child.end(END_LIMIT_MS);
    return { clock, logs: await source.log(), stored: storedByLoop(dir), metered, idle: null };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A process of the bench; it is killed after its time limit. */
interface ToolChild {
  readonly pid: number;
  /** Waits for the process to end by itself, then sends a stop signal, then kills it. */
  end(limitMs: number): Promise<void>;
}

const KILL_AFTER_MS = 5000;

async function runChild(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ToolChild> {
  const child = spawn(file, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  await once(child, 'spawn');
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const within = (ms: number, then: () => void): Promise<void> => {
    const timer = setTimeout(then, ms);
    return ended.finally(() => {
      clearTimeout(timer);
    });
  };
  return {
    pid: child.pid ?? 0,
    end: async (limitMs) => {
      const kill = setTimeout(() => {
        child.kill('SIGKILL');
      }, limitMs + KILL_AFTER_MS);
      await within(limitMs, () => {
        child.kill('SIGTERM');
      });
      clearTimeout(kill);
    },
  };
}
