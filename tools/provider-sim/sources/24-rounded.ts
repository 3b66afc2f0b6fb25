import type { SourceSpec } from './source-spec.js';

/** Each segment is 2 s long, but its EXTINF says 1.5 s or 2.5 s in turn, like that of an encoder that rounds. */
export const roundedDurations = (): SourceSpec => ({
  name: '24-rounded',
  durationOf: (n) => (n % 2 === 0 ? 1.5 : 2.5),
});
