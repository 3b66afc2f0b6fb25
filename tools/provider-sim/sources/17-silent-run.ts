import type { SourceSpec } from './source-spec.js';
import { withoutAudio } from './ts-filter.js';

const FIRST = 8;

/** The encoder starts again without sound, and its PMT announces the sound still. */
export const silentRun = (): SourceSpec => ({
  name: '17-silent-run',
  tagsOf: (n) => (n === FIRST ? ['#EXT-X-DISCONTINUITY'] : []),
  shiftOf: (n) => (n < FIRST ? 0 : 1000),
  bodyOf: (body, n) => (n < FIRST ? body : withoutAudio(body)),
});
