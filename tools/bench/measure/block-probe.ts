/**
 * Loaded into a measured process before its own code (`--import`): records how long its main thread works without
 * turning the event loop. A block is CPU time of the thread, so it does not count the time in which other processes have
 * the core. A timer looks every few ms, so a block may seem longer by that time.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { threadCpuMs } from '../../common/thread-cpu.js';

const INTERVAL_MS = 4;
/** Shorter ones are of no interest. */
const MIN_BLOCK_MS = 20;

const dir = process.env['BENCH_BLOCKS_DIR'];
if (dir !== undefined && isMainThread) {
  let before = threadCpuMs();
  setInterval(() => {
    const ms = threadCpuMs() - before;
    if (ms >= MIN_BLOCK_MS) appendFileSync(join(dir, String(process.pid)), `${String(Date.now())} ${ms.toFixed(1)}\n`);
    before = threadCpuMs();
  }, INTERVAL_MS).unref();
}
