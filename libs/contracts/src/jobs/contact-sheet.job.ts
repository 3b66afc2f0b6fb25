import { z } from 'zod';
import { defineWorkerJob } from './worker-job.js';

/** Makes one picture of many moments of a finished file, in columns and rows. */
export const contactSheetJob = defineWorkerJob({
  kind: 'contact-sheet',
  worker: 'converter',
  unit: 'items',
  input: z.object({
    /** Key of the container file. */
    fileKey: z.string(),
    /** Length of its video, ms. */
    videoMs: z.number().positive(),
    columns: z.int().min(1).max(99),
    rows: z.int().min(1).max(99),
    /** Of the whole picture, pixels. */
    width: z.int().min(100).max(10_000),
    /** A PNG. */
    outKey: z.string(),
  }),
  result: z.object({ key: z.string(), sizeBytes: z.int() }),
  outputs: (picture) => [picture],
});
