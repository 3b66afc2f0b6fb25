import { SMALL_MEDIA } from '../media/media-spec.js';
import type { SourceSpec } from './source-spec.js';

/**
 * First segment of the restarted encoder. Far enough from the start for a recorder that starts late, on a busy machine:
 * whoever reads the init section for the first time after the restart cannot know that there was another one.
 */
const FROM = 10;
const SECONDS = 30;
const JUMP_S = 1000;

/** The address of the init section stays the same, but the restarted encoder has another size of picture. */
const restarted = (name: string, more: Partial<SourceSpec>): SourceSpec => ({
  name,
  container: 'fmp4',
  seconds: SECONDS,
  later: { from: FROM, media: { ...SMALL_MEDIA, width: 640, height: 360, seconds: 32, label: 'LATER' } },
  ...more,
});

export const markedRestart = (): SourceSpec =>
  restarted('i4-marked', { tagsOf: (n) => (n === FROM ? ['#EXT-X-DISCONTINUITY'] : []) });

/** Only the time stamps show that the encoder restarted. */
export const unmarkedRestart = (): SourceSpec => restarted('i4-unmarked', { shiftOf: (n) => (n < FROM ? 0 : JUMP_S) });
