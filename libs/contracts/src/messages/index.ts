import { jobCancel, jobDone, jobFailed, jobInterim, jobPulse, jobStarted } from '../jobs/worker-job.js';
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
export const PULSES = { captureSnapshot, jobPulse, jobCancel, uiChanged, serviceHealth } as const;
export type EventDef = (typeof EVENTS)[keyof typeof EVENTS];
export type CommandDef = (typeof COMMANDS)[keyof typeof COMMANDS];
