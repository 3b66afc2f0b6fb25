export { inspectSegment, type Inspected } from './inspect-segment.js';
export { readMp4Init, type Mp4Init } from './mp4-time.js';
