import { captureRefused, captureSnapshot, partEnded, partRecovered, partStarted } from './capture.js';
import { chatDone, chatFailed, chatFinish, chatStarted } from './chat.js';
import { convert, convertDone, convertFailed, convertStarted } from './convert.js';
import {
  chatDownload,
  chatDownloaded,
  chatDump,
  chatDumped,
  clipDownload,
  clipDownloaded,
  download,
  downloadFailed,
  downloadStarted,
  videoDownloaded,
  videoProgress,
} from './download.js';
import { jobCancel, jobPulse } from './job.js';
import { picture } from './picture.js';
import { probe, probeDone, probeFailed } from './probe.js';
import { serviceHealth, uiChanged } from './ui.js';

export const EVENTS = {
  partStarted,
  partEnded,
  partRecovered,
  captureRefused,
  convertStarted,
  convertDone,
  convertFailed,
  chatStarted,
  chatDone,
  chatFailed,
  probeDone,
  probeFailed,
  downloadStarted,
  downloadFailed,
  videoProgress,
  videoDownloaded,
  chatDownloaded,
  chatDumped,
  clipDownloaded,
} as const;
export const COMMANDS = {
  convert,
  picture,
  chatFinish,
  probe,
  download,
  chatDownload,
  chatDump,
  clipDownload,
} as const;
export const PULSES = { captureSnapshot, jobPulse, jobCancel, uiChanged, serviceHealth } as const;
export type EventDef = (typeof EVENTS)[keyof typeof EVENTS];
export type CommandDef = (typeof COMMANDS)[keyof typeof COMMANDS];
