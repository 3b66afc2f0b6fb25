import { settingsOf } from './setting-def.js';

const capture = settingsOf('Capture');
const downloads = settingsOf('Downloads');

/** How streams are recorded and VODs of a site fetched. */
export const CAPTURE_SETTINGS = {
  'capture.http_proxy': capture.address(/^http$/, {
    text: 'Proxy for captures',
    help: 'A forward proxy, such as http://proxy.example:3128. Leave blank for none.',
    secret: true,
  }),
  'capture.proxy_for': capture.oneOf(['playlists', 'all'], {
    text: 'Traffic through the proxy',
    help: 'Playlists are enough when a site checks where the request comes from. Everything includes the media.',
    default: 'playlists',
    choiceTexts: { playlists: 'Playlists only', all: 'Everything' },
  }),
  'capture.grace_s': capture.measure({
    text: 'Wait for a dropped stream',
    help: 'A stream that returns within this time continues in the same VOD.',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 30,
  }),
  'capture.grace_site_s': capture.measure({
    text: 'Wait for a dropped stream on a site',
    help: 'The same for sites that report whether a channel is live.',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  'capture.reopen_s': capture.measure({
    text: 'Reopen a finished VOD within',
    help: 'A stream that returns after the wait but within this time reopens its VOD. A later stream starts a new VOD.',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  'capture.stale_targets': capture.measure({
    text: 'Consider a stream dropped after',
    help: 'The number of segment lengths without a new segment.',
    unit: 'segment lengths',
    min: 1,
    max: 100,
    default: 3,
  }),
  'capture.keep_segments_h': capture.measure({
    text: 'Keep segments after conversion',
    help: 'How long Vodkeep keeps the segments after it has verified the container file. Segments make a VOD playable at once, but need its size again.',
    unit: 'hours',
    min: 0,
    max: 8_760,
    default: 48,
  }),
  'downloads.concurrent': downloads.whole({
    text: 'Simultaneous downloads',
    help: 'How many VODs, chats and clips Vodkeep downloads from a site at the same time. Others wait.',
    unit: 'downloads',
    min: 1,
    max: 32,
    default: 2,
  }),
} as const;
