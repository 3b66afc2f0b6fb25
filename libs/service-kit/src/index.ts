export { Drain } from './drain.js';
export { HealthRegistry, type Check } from './health-registry.js';
export { isProcessAlive } from './is-process-alive.js';
export { readJobReceipt } from './jobs/job-receipt.js';
export { JobProgress } from './jobs/job-progress.js';
export {
  claimJob,
  type Delivered,
  type JobCommand,
  notWanted,
  type RunningJob,
  retryReason,
  type WorkerJobHandler,
  type WorkerJobPorts,
  WorkerJobRunner,
} from './jobs/worker-job-runner.js';
export { workerJobRunner } from './jobs/worker-job-runner.provider.js';
export { Keyring } from './keyring.js';
export { CONFIG, STORAGE, type Kit } from './kit.js';
export { Log, type LogFields, LogVolume } from './log.js';
export { EXIT_OPERATOR } from './process-end.js';
export { Sealer, isSealed } from './sealer.js';
export { startService } from './start-service.js';
export { VERSION } from './version.js';
export { WorkerDemand, type WorkReport } from './worker-demand.js';
