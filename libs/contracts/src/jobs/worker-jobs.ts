import { chatFileJob } from './chat-file.job.js';
import { contactSheetJob } from './contact-sheet.job.js';
import { convertJob } from './convert.job.js';
import { chatDownloadJob, chatDumpJob, clipDownloadJob, videoDownloadJob } from './download.jobs.js';
import { repairJob } from './repair.job.js';

/** Every kind of worker job. Add a new kind here. */
export const WORKER_JOBS = [
  convertJob,
  chatFileJob,
  videoDownloadJob,
  chatDownloadJob,
  chatDumpJob,
  clipDownloadJob,
  contactSheetJob,
  repairJob,
] as const;
