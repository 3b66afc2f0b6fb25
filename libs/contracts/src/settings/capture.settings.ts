import { settingsOf } from './setting-def.js';

const capture = settingsOf('capture');
const downloads = settingsOf('downloads');

/** Recording of streams and download of a site's VODs. */
export const CAPTURE_SETTINGS = {
  /** `default`, `all`, or languages separated by commas (libs/domain, `requestedAudio`). */
  'capture.audio': capture.line({
    default: 'default',
    max: 100,
  }),
  'capture.http_proxy': capture.address(/^http$/, {
    secret: true,
  }),
  'capture.proxy_for': capture.oneOf(['playlists', 'all'], {
    default: 'playlists',
    named: ['playlists', 'all'],
  }),
  'capture.grace_s': capture.measure({
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 30,
  }),
  'capture.grace_site_s': capture.measure({
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  'capture.reopen_s': capture.measure({
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  'capture.unreachable_s': capture.measure({
    unit: 'seconds',
    min: 1,
    max: 86_400,
    default: 900,
  }),
  'capture.stale_targets': capture.measure({
    unit: 'segment-lengths',
    min: 1,
    max: 100,
    default: 3,
  }),
  'capture.keep_segments_h': capture.measure({
    unit: 'hours',
    min: 0,
    max: 8_760,
    default: 48,
  }),
  'downloads.concurrent': downloads.whole({
    unit: 'downloads',
    min: 1,
    max: 32,
    default: 2,
  }),
} as const;
