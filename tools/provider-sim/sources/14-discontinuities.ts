import type { SourceSpec } from './source-spec.js';

const marks = (): readonly string[] => ['#EXT-X-DISCONTINUITY'];

/** A discontinuity before each segment, although the clock goes on. */
export const discontinuities = (): SourceSpec => ({ name: '14-discontinuities', tagsOf: marks });

/** A clock that starts again in each segment. */
export const restarts = (): SourceSpec => ({ name: '14-restarts', tagsOf: marks, shiftOf: (n) => -2 * n });
