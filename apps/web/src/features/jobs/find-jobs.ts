import { type Job } from '#libs/contracts';
import { isRunning } from '../../lib/job-progress.js';

export const JOB_VIEWS = ['all', 'running', 'ended', 'failed'] as const;
export type JobView = (typeof JOB_VIEWS)[number];

export const hasEnded = (job: Pick<Job, 'status'>): boolean => !isRunning(job);
const FITS: Readonly<Record<JobView, (job: Job) => boolean>> = {
  all: () => true,
  running: isRunning,
  ended: hasEnded,
  failed: (job) => job.status === 'ERROR',
};

/** Filters jobs by view and by text in name, title, node or kind. Running jobs first, then in the server's order. */
export function findJobs(jobs: readonly Job[], view: JobView, query: string): Job[] {
  const wanted = query.trim().toLowerCase();
  const holds = ({ name, title, node, kind }: Job): boolean =>
    [name, title, node ?? '', kind].join(' ').toLowerCase().includes(wanted);
  return jobs
    .filter((job) => FITS[view](job) && (wanted === '' || holds(job)))
    .sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)));
}

/** Names of the jobs that match a name with a final `*`, by the server's rule. */
export const namesOf = (jobs: readonly Job[], pattern: string): string[] =>
  jobs
    .map((job) => job.name)
    .filter((name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
