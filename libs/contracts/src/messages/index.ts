import { jobCancel, jobDone, jobFailed, jobInterim, jobPulse, jobStarted, type JobWorker } from '../jobs/worker-job.js';
import { WORKER_JOBS } from '../jobs/worker-jobs.js';
import { captureRefused, captureSnapshot, partEnded, partRecovered, partStarted, recorderDied } from './capture.js';
import { picture } from './picture.js';
import { probe, probeDone, probeFailed } from './probe.js';
import { serviceHealth, uiChanged } from './ui.js';

/** Facts that workers report to the API. JetStream stores them. */
export const EVENTS = {
  partStarted,
  partEnded,
  partRecovered,
  captureRefused,
  recorderDied,
  jobStarted,
  jobDone,
  jobFailed,
  jobInterim,
  probeDone,
  probeFailed,
} as const;
/** Commands that belong to no job. Each kind of worker job defines its own: `WORKER_JOBS`. */
export const COMMANDS = { picture, probe } as const;
const COMMAND_WORKERS: Readonly<Record<keyof typeof COMMANDS, JobWorker>> = {
  picture: 'converter',
  probe: 'converter',
};
const WORKERS = new Map<string, JobWorker>([
  ...Object.entries(COMMAND_WORKERS),
  ...WORKER_JOBS.map(({ kind, worker }) => [kind, worker] as const),
]);
/** The worker that runs commands of this name; null if the name is unknown. */
export const workerOf = (command: string): JobWorker | null => WORKERS.get(command) ?? null;

/** Messages that may be lost: progress, cancellations, health, and changes that the page must show. */
export const PULSES = { captureSnapshot, jobPulse, jobCancel, uiChanged, serviceHealth } as const;
/** One of {@link EVENTS}. */
export type EventDef = (typeof EVENTS)[keyof typeof EVENTS];
/** One of {@link COMMANDS}. */
export type CommandDef = (typeof COMMANDS)[keyof typeof COMMANDS];
