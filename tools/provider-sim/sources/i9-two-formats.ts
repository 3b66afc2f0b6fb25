import { SMALL_MEDIA } from '../media/media-spec.js';
import type { SourceSpec } from './source-spec.js';

const FROM = 6;

/** An encoder that changes the size of its picture in mid-stream: its VOD has two files. */
export const twoFormats = (): SourceSpec => ({
  name: 'i9-two-formats',
  later: { from: FROM, media: { ...SMALL_MEDIA, width: 640, height: 360, seconds: 32, label: 'LATER' } },
  tagsOf: (n) => (n === FROM ? ['#EXT-X-DISCONTINUITY'] : []),
});
