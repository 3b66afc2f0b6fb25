import { settingsOf } from './setting-def.js';

const capture = settingsOf('Capture');
const downloads = settingsOf('Downloads');

/** How streams are recorded and VODs of a site fetched. */
export const CAPTURE_SETTINGS = {
  'capture.http_proxy': capture.address(/^http$/, {
    text: 'Proxy for captures',
    help: 'A forward proxy, such as http://proxy.example:3128. Empty: none.',
    secret: true,
  }),
  'capture.proxy_for': capture.oneOf(['playlists', 'all'], {
    text: 'What goes through the proxy',
    help: 'The playlists are enough where a site looks at who asks; everything takes the media too.',
    default: 'playlists',
    choiceTexts: { playlists: 'Playlists only', all: 'Everything' },
  }),
  'capture.grace_s': capture.measure({
    text: 'Wait for a dropped stream',
    help: 'A stream that returns within this time goes on in the same VOD.',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 30,
  }),
  'capture.grace_site_s': capture.measure({
    text: 'Wait for a dropped stream of a site',
    help: 'The same for sites that say by themselves whether a channel is live.',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  'capture.reopen_s': capture.measure({
    text: 'Reopen a finished VOD within',
    help: 'A stream that returns after the wait, but within this time, reopens its VOD; later it is a new one.',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  'capture.stale_targets': capture.measure({
    text: 'Call a stream dropped after',
    help: 'So many target durations without a new segment.',
    unit: 'target durations',
    min: 1,
    max: 100,
    default: 3,
  }),
  'capture.keep_segments_h': capture.measure({
    text: 'Keep segments after conversion',
    help: 'How long the captured pieces stay once the container file is verified. They make a VOD playable at once, and cost its size again.',
    unit: 'hours',
    min: 0,
    max: 8_760,
    default: 48,
  }),
  'downloads.concurrent': downloads.whole({
    text: 'Downloads at once',
    help: 'VODs, chats and clips that are fetched from a site at the same time; others wait.',
    unit: 'downloads',
    min: 1,
    max: 32,
    default: 2,
  }),
} as const;
