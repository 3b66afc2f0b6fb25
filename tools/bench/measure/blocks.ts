import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Environment in which a program of Node records the blocks of its event loop in this folder. */
export function blockProbeEnv(dir: string): Record<string, string> {
  mkdirSync(dir, { recursive: true });
  const probe = pathToFileURL(join(import.meta.dirname, 'block-probe.js')).href;
  return { BENCH_BLOCKS_DIR: dir, NODE_OPTIONS: `--import ${probe}` };
}

/** Length of the longest block of a process since a time (ms since the Unix epoch), ms; 0: all were short. */
export function longestBlockMs(dir: string, pid: number, since: number): number {
  let text = '';
  try {
    text = readFileSync(join(dir, String(pid)), 'utf8');
  } catch {
    return 0;
  }
  return longestSince(text, since);
}

export function longestSince(text: string, since: number): number {
  const blocks = text
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .filter(([at = 0]) => at >= since);
  return Math.max(0, ...blocks.map(([, ms = 0]) => ms));
}
