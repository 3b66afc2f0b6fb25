import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LimitFunction } from 'p-limit';
import { allFrames, type ReadFrame } from '../../provider-sim/frames/index.js';
import { KILLED_AT_MS, type Fault } from './faults.js';
import { untilSource } from './record-ours.js';
import type { Recorded } from './score-fault.js';
import { sourceName, type FaultSource } from './start-fault-source.js';

/** Each as a user calls it who sets nothing. yt-dlp records live HLS by ffmpeg. */
const ARGS = {
  'ffmpeg': (url: string, file: string) => ['-nostdin', '-nostats', '-y', '-i', url, '-c', 'copy', file],
  'streamlink': (url: string, file: string) => [`hls://${url}`, 'best', '-o', file],
  'yt-dlp': (url: string, file: string) => ['--downloader', 'ffmpeg', '--hls-use-mpegts', '-o', file, url],
} as const;
export type PeerName = keyof typeof ARGS;
export const PEERS: readonly PeerName[] = ['ffmpeg', 'streamlink', 'yt-dlp'];

const START_MS = 180_000;
const END_MS = 300_000;
/** After the end of the source. */
const GRACE_MS = 20_000;

interface PeerPlan {
  readonly source: FaultSource;
  readonly dir: string;
  /** Limits how many recordings are read at the same time. */
  readonly reading: LimitFunction;
}

/** What ends the tools that still run. */
const running = new Set<() => void>();
process.once('exit', () => {
  for (const kill of running) kill();
});

/** Records one source by one tool, until it ends by itself, or 20 s after its source. */
export async function recordedByPeer(
  tool: PeerName,
  fault: Fault,
  { source, dir, reading }: PeerPlan,
): Promise<Recorded> {
  const name = sourceName(fault.name, tool);
  const folder = join(dir, name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'out.ts');
  // A group of its own: yt-dlp leaves its ffmpeg behind.
  const child = spawn(tool, ARGS[tool](source.urlOf(name), file), { stdio: 'ignore', detached: true });
  const kill = (signal: NodeJS.Signals = 'SIGKILL'): void => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // It has ended.
    }
  };
  running.add(kill);
  const exited = once(child, 'exit').then(async ([code]) => ({
    code: code as number | null,
    atMs: (await source.logs())[name]?.atMs ?? null,
  }));
  const over = async (): Promise<void> => {
    if (fault.suite === 'killed') {
      await untilSource({ source, name, limitMs: START_MS }, ({ atMs }) => atMs !== null && atMs >= KILLED_AT_MS);
      kill();
      return;
    }
    const started = await untilSource({ source, name, limitMs: START_MS }, ({ atMs }) => atMs !== null);
    if (started) await untilSource({ source, name, limitMs: END_MS }, ({ ended }) => ended);
    await Promise.race([exited, new Promise((done) => setTimeout(done, GRACE_MS))]);
    kill('SIGTERM');
    await Promise.race([exited, new Promise((done) => setTimeout(done, GRACE_MS))]);
    kill();
  };
  await over();
  const { code, atMs } = await exited;
  running.delete(kill);
  const frames = await reading(() => framesOf(file));
  return { frames, exit: { code, atMs } };
}

async function framesOf(file: string): Promise<readonly ReadFrame[]> {
  const found = [file, `${file}.part`].find((path) => existsSync(path));
  return found === undefined ? [] : allFrames(found).catch(() => []);
}
