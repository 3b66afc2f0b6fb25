import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Environment in which a program of Node records the blocks of its event loop in this folder. */
export function blockProbeEnv(dir: string): Record<string, string> {
  mkdirSync(dir, { recursive: true });
  const probe = pathToFileURL(join(import.meta.dirname, 'block-probe.js')).href;
  return { BENCH_BLOCKS_DIR: dir, NODE_OPTIONS: `--import ${probe}` };
}

/** Times, ms since the Unix epoch. */
interface Period {
  readonly since: number;
  readonly until?: number;
}

/** Length of the longest block of a process that ended in a period, ms; 0: all were short. */
export function longestBlockMs(dir: string, pid: number, period: Period): number {
  let text = '';
  try {
    text = readFileSync(join(dir, String(pid)), 'utf8');
  } catch {
    return 0;
  }
  return longestIn(text, period);
}

export function longestIn(text: string, { since, until = Infinity }: Period): number {
  const blocks = text
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .filter(([at = 0]) => at >= since && at <= until);
  return Math.max(0, ...blocks.map(([, ms = 0]) => ms));
}
