import type { SourceSpec } from './source-spec.js';

/** Nothing odd: shows that the sources and their test work. */
export const plain = (): SourceSpec => ({ name: '0-plain' });
