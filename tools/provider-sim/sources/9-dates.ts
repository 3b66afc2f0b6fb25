import type { SourceSpec } from './source-spec.js';

const FROZEN = Date.UTC(2026, 0, 1);
const STEP = { from: 7, ms: 2500 };

/** Every list begins with the same programme date-time. */
export const datesFrozen = (): SourceSpec => ({
  name: '9-frozen',
  dateOf: (n, { first }) => (n === first ? FROZEN : null),
});

/** All dates are right, until the clock of the encoder is set forward once. */
export const datesStep = (): SourceSpec => ({
  name: '9-step',
  dateOf: (n, { first, last, startedAt }) =>
    n === first ? startedAt + 2000 * n + (last < STEP.from ? 0 : STEP.ms) : null,
});
