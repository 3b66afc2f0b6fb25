import { Job, Words } from '#libs/contracts';
import { z } from 'zod';
import { withWords } from '../i18n/carried-words.js';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { presentCapture, presentJob } from './job.presenter.js';

/** A job as it was when it went, and what its texts and the lines of its log are made of: nobody can read it again. */
const GoneJob = z.object({
  job: Job,
  words: z.record(z.string(), Words).nullable(),
  lines: z.array(Words.nullable()),
});
type GoneJob = z.infer<typeof GoneJob>;

/** What the pulse of a job carries whose row is gone, for {@link presentGone}. */
export const goneJob = (row: JobEntity): GoneJob => ({
  job: presentJob(row),
  words: row.words,
  lines: row.log.map(({ words }) => words ?? null),
});

/** The same of a capture that ended. */
export const goneCapture = (vod: VodEntity): GoneJob => ({
  job: { ...presentCapture(vod, null), process_running: false, status: 'STOPPED', can_cancel: false },
  words: null,
  lines: [],
});

/** @returns null where it was not told, as by an api of an earlier version */
export function presentGone(data: unknown): Job | null {
  const read = GoneJob.safeParse(data).data;
  if (!read) return null;
  read.job.log.forEach((line, n) => withWords(line, { text: read.lines[n] ?? undefined }));
  return withWords(read.job, read.words ?? {});
}
