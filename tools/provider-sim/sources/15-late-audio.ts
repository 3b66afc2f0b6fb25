import type { SourceSpec } from './source-spec.js';
import { withoutAudio } from './ts-filter.js';

/** Audio from the second segment to the last but one. */
export const lateAudio = (): SourceSpec => ({
  name: '15-late-audio',
  bodyOf: (body, n) => (n === 0 || n === 11 ? withoutAudio(body) : body),
});
