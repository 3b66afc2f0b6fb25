import type { SourceSpec } from './source-spec.js';

/** Segments of 2 s that are listed with 1.5 s and 2.5 s in turn, as a producer does that rounds. */
export const rounded = (): SourceSpec => ({ name: '24-rounded', durationOf: (n) => (n % 2 === 0 ? 1.5 : 2.5) });
