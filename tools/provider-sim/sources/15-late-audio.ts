import type { SourceSpec } from './source-spec.js';
import { withoutAudio } from './ts-filter.js';

const SEGMENTS = 12;

/** Audio from the second segment to the last but one. Lists all segments, so that a late recorder reads the first one. */
export const lateAudio = (): SourceSpec => ({
  name: '15-late-audio',
  window: SEGMENTS,
  bodyOf: (body, n) => (n === 0 || n === SEGMENTS - 1 ? withoutAudio(body) : body),
});
