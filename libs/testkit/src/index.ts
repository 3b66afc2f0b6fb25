export { runSource } from './run-source.js';
export { startS3, type S3Server } from './s3.js';
export { freePort } from './free-port.js';
export { startNats, type TestNats } from './nats.js';
export { freshDatabase, startPostgres, type TestPostgres } from './postgres.js';
export { ServerChild, type ServerPlan } from './server-child.js';
export { tempDir } from './temp-dir.js';
