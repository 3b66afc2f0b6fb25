import { setFlagsFromString } from 'node:v8';

/**
 * In memory-saver mode, V8 collects 8 s after its last full collection, in small steps, and once more 0.5 s later. The
 * period leaves time for a second wait of 8 s, if a collection of the start comes late.
 */
const SAVER_PERIOD_MS = 30_000;

/**
 * Returns memory that only the start of this process needed to the system: about 45 MB in the api. Without this, V8
 * keeps it until the process allocates almost nothing, and an idle api always allocates a little. A call of `gc()` is no
 * replacement: it frees the heap, but V8 keeps the pages in a pool. The mode ends after 30 s, because it costs an api
 * 12 % of CPU under load (docs/adr/0016-footprint.md).
 */
export function releaseStartUpMemory(setFlags: (flag: string) => void = setFlagsFromString): void {
  setFlags('--memory-saver-mode');
  setTimeout(() => {
    setFlags('--no-memory-saver-mode');
  }, SAVER_PERIOD_MS).unref();
}
