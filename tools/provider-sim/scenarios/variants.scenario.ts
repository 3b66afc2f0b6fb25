import { SMALL_MEDIA } from '../media/media-spec.js';
import type { Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

/** Shorter than the media of the other scenarios, because three variants must be encoded. */
const media = { ...SMALL_MEDIA, seconds: 96, label: 'VARIANTS' };
const renditions = [
  { name: '360p', media: { ...media, width: 640, height: 360, videoKbps: 700 } },
  { name: '180p', media },
  { name: '90p', media: { ...media, width: 160, height: 90, videoKbps: 120 } },
];
const channel = 'variants';

export const variants: Scenario = {
  name: 'variants',
  about: 'a master playlist with three renditions; the best one goes after 30 s and comes back after 45 s',
  channels: [smallChannel(channel, { renditions })],
  steps: [
    { atMs: 0, channel, action: { do: 'start' } },
    { atMs: 30_000, channel, action: { do: 'qualities', renditions: ['180p', '90p'] } },
    { atMs: 45_000, channel, action: { do: 'qualities', renditions: ['360p', '180p', '90p'] } },
  ],
};
