export type { ForeignOptions, ForeignSource } from './foreign-source.js';
export { startFfmpegHls } from './start-ffmpeg-hls.js';
export { startNginxRtmp } from './start-nginx-rtmp.js';
