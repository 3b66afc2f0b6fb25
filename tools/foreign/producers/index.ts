import type { Producer } from '../producer.js';
import { FFMPEG } from './ffmpeg.js';
import { GO2RTC } from './go2rtc.js';
import { GOHLSLIB } from './gohlslib.js';
import { GSTREAMER } from './gstreamer.js';
import { LAL } from './lal.js';
import { NGINX_RTMP } from './nginx-rtmp.js';
import { SHAKA_PACKAGER } from './shaka-packager.js';
import { VLC } from './vlc.js';

/** All producers, in the order of the report. */
export const PRODUCERS: readonly Producer[] = [
  ...FFMPEG,
  ...GSTREAMER,
  ...VLC,
  ...NGINX_RTMP,
  ...GOHLSLIB,
  ...LAL,
  ...GO2RTC,
  ...SHAKA_PACKAGER,
];
