import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoopDelay } from './loop-delay.js';

const WRITE_MS = 5000;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** Loaded by NODE_OPTIONS into each service of the bench: writes the delay of its event loop since its start to a file. */
const dir = process.env['BENCH_LOOP_DIR'];
if (dir !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  setInterval(() => {
    // The histogram holds whole intervals of the timer, thus its resolution too.
    const ms = (ns: number): number => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
    const delay: LoopDelay = { p99Ms: ms(histogram.percentile(99)) };
    const file = join(dir, `${String(process.pid)}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(delay));
    renameSync(`${file}.part`, file);
  }, WRITE_MS).unref();
}
