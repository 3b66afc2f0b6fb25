import { jobCancel, jobDone, jobFailed, jobInterim, jobPulse, jobStarted, type JobWorker } from '../jobs/worker-job.js';
import { WORKER_JOBS } from '../jobs/worker-jobs.js';
import { captureRefused, captureSnapshot, partEnded, partRecovered, partStarted } from './capture.js';
import { picture } from './picture.js';
import { probe, probeDone, probeFailed } from './probe.js';
import { serviceHealth, uiChanged } from './ui.js';

export const EVENTS = {
  partStarted,
  partEnded,
  partRecovered,
  captureRefused,
  jobStarted,
  jobDone,
  jobFailed,
  jobInterim,
  probeDone,
  probeFailed,
} as const;
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

export const PULSES = { captureSnapshot, jobPulse, jobCancel, uiChanged, serviceHealth } as const;
export type EventDef = (typeof EVENTS)[keyof typeof EVENTS];
export type CommandDef = (typeof COMMANDS)[keyof typeof COMMANDS];
