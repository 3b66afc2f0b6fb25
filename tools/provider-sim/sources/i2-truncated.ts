import type { SourceSpec } from './source-spec.js';

const PACKET = 188;

/** Segments without their end: one is whole from the third request on, one never, and the last one neither. */
export const TRUNCATED = { healed: 3, kept: 6, last: 11 } as const;
/** The share of a truncated segment that is sent. */
const SHARE = 0.5;

const halfPackets = (body: Buffer): number => PACKET * Math.floor((body.length * SHARE) / PACKET);

/**
 * The length that the server states is that of the truncated body. The last segment ends with a whole packet, so that
 * only its EXTINF shows what is missing.
 */
export const truncatedTs = (): SourceSpec => {
  let requests = 0;
  return {
    name: 'i2-ts',
    bodyOf: (body, n) => {
      if (n === TRUNCATED.healed) requests += 1;
      const isCut = n === TRUNCATED.kept || (n === TRUNCATED.healed && requests <= 2);
      if (isCut) return body.subarray(0, halfPackets(body) + 100);
      return n === TRUNCATED.last ? body.subarray(0, halfPackets(body)) : body;
    },
  };
};

/** The box of the media data exceeds the end of a segment. Its audio is the end of that box. */
export const truncatedFmp4 = (): SourceSpec => ({
  name: 'i2-fmp4',
  container: 'fmp4',
  bodyOf: (body, n) => (n === TRUNCATED.kept ? body.subarray(0, body.length * SHARE) : body),
});
