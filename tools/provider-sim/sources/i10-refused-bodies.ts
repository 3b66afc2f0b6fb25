import { deflateBomb, gzipBomb, zeros } from './hostile-bodies.js';
import type { Reply, SourceSpec } from './source-spec.js';
import { RECORDED_SECONDS } from './while-recorded.js';

const MB = 2 ** 20;
/** Pause between two pieces of an endless body, ms. */
const PAUSE_MS = 5;

/** Segments of which the server sends something else: small ones that unpack to much more, and two that are too long. */
export const REFUSED = { gzip: 5, deflate: 7, endless: 9, long: 11 } as const;

export const refusedBodies = (): SourceSpec => {
  const replies: Readonly<Record<string, () => Reply>> = {
    [`c${String(REFUSED.gzip)}.ts`]: gzipBomb,
    [`c${String(REFUSED.deflate)}.ts`]: deflateBomb,
    [`c${String(REFUSED.endless)}.ts`]: () => zeros(Infinity, MB, PAUSE_MS),
    [`c${String(REFUSED.long)}.ts`]: () => zeros(512 * MB, MB, PAUSE_MS),
  };
  return {
    name: 'i10-refused-bodies',
    seconds: RECORDED_SECONDS,
    answer: ({ path }, usual) => replies[path]?.() ?? usual(),
  };
};

/** A healthy channel beside the hostile ones of `integrity-10` to `integrity-12`. */
export const besideHostile = (): SourceSpec => ({ name: 'i10-beside' });
