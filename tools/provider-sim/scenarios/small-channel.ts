import { SMALL_MEDIA } from '../media/media-spec.js';
import type { ChannelSpec } from '../scenario.js';

/** A channel with small media: 2 s segments, six in the playlist. */
export const smallChannel = (name: string, more: Partial<ChannelSpec> = {}): ChannelSpec => ({
  name,
  renditions: [{ name: 'source', media: SMALL_MEDIA }],
  container: 'ts',
  segmentS: 2,
  window: 6,
  ...more,
});
