import type { SourceSpec } from './source-spec.js';

const SEGMENTS = 12;
/** The segment that is damaged, and the share of its bytes. */
export const DAMAGED = { segment: 5, from: 0.4, to: 0.7 } as const;

/** Packed AAC; bytes in one segment are zero. */
export const damagedAudio = (): SourceSpec => ({
  name: 'i3-damaged',
  container: 'aac',
  window: SEGMENTS,
  bodyOf: (body, n) => {
    if (n !== DAMAGED.segment) return body;
    const copy = Buffer.from(body);
    return copy.fill(0, Math.round(body.length * DAMAGED.from), Math.round(body.length * DAMAGED.to));
  },
});
