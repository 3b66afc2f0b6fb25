import type { SourceSpec } from './source-spec.js';

/** Segments of 6 s in a list with target duration 1. */
export const longSegments = (): SourceSpec => ({
  name: '11-long-segments',
  segmentS: 6,
  window: 3,
  list: (text) => text.replace('TARGETDURATION:6', 'TARGETDURATION:1'),
});
