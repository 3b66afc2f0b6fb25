export type { ThirdPartySource } from './third-party-source.js';
export { startFfmpegHls } from './start-ffmpeg-hls.js';
export { NGINX_RTMP_MODULE, startNginxRtmp } from './start-nginx-rtmp.js';
