import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How late the event loop of a service runs its timers, since the service started. */
export interface LoopDelay {
  readonly p99Ms: number;
}

/** Environment of the services whose event loop is measured. */
export const loopProbeEnv = (dir: string): Record<string, string> => ({
  BENCH_LOOP_DIR: dir,
  NODE_OPTIONS: `--import ${new URL('loop-probe.js', import.meta.url).href}`,
});

export const loopDelayOf = (dir: string, pid: number): LoopDelay =>
  JSON.parse(readFileSync(join(dir, `${String(pid)}.json`), 'utf8')) as LoopDelay;
