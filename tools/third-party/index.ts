export type { ThirdPartyOptions, ThirdPartySource } from './third-party-source.js';
export { startFfmpegHls } from './start-ffmpeg-hls.js';
export { startNginxRtmp } from './start-nginx-rtmp.js';
