export { buildSources, COMPILE_CACHE } from './build-sources.js';
export { runSource } from './run-source.js';
export { startS3, type S3Server } from './s3.js';
export { freePort } from '../../../tools/supervisor/ports.js';
export { startNats, type TestNats } from './nats.js';
export {
  dropDatabase,
  freshDatabase,
  type PostgresOfRun,
  postgresOfRun,
  startPostgres,
  type TestPostgres,
} from './postgres.js';
export { pauseProcess } from './pause-process.js';
export { segmentAt } from './segment-at.js';
export { statusOf } from './status-of.js';
export { tempDir } from './temp-dir.js';
export { LiveHls, type LiveFault, type LiveSegment } from './live-hls.js';
export { madeAac, madeInit, madeM4s, madeTables, madeTs, type MadeTrack } from './media-bytes.js';
export {
  joinsOf,
  makeNumberedEpoch,
  readFrameNumbers,
  readPackets,
  type MadeEpoch,
  type NumberedEpoch,
} from './numbered-media.js';
export { fastClock } from './fast-clock.js';
export { IdleClock } from './idle-clock.js';
