import { type Job } from '#libs/contracts';
import { bytes } from './format.js';

/** `12 MB/s`, `31×`, `4/s`, depending on the job's unit. Empty while unknown. */
export function rateOf({ rate, unit }: Pick<Job, 'rate' | 'unit'>, language: string): string {
  if (rate === null || rate <= 0) return '';
  if (unit === 'bytes') return `${bytes(rate, language)}/s`;
  if (unit === 'media-ms')
    return `${(rate / 1000).toLocaleString(language, { maximumFractionDigits: rate < 10_000 ? 1 : 0 })}×`;
  return `${rate.toLocaleString(language, { maximumFractionDigits: 1 })}/s`;
}

export const isRunning = (job: Pick<Job, 'status'>): boolean =>
  job.status === 'RUNNING' || job.status === 'WAITING' || job.status === 'NONE';

/**
 * Whether a running job has a known end. Captures and chat dumps run until the operator ends them, so they have no
 * progress.
 */
export const hasKnownEnd = ({ kind, status }: Pick<Job, 'kind' | 'status'>): boolean =>
  status === 'RUNNING' && kind !== 'capture' && kind !== 'chat-dump';

/**
 * Average progress of all running jobs, and the longest time left; null if no job knows it. Jobs without a known end do
 * not count.
 */
export function totalProgress(jobs: readonly Job[]): {
  readonly running: number;
  readonly progress: number | null;
  readonly leftMs: number | null;
} {
  const running = jobs.filter(isRunning);
  const ending = running.filter(hasKnownEnd);
  const lefts = ending.flatMap((j) => (j.left_ms === null ? [] : [j.left_ms]));
  return {
    running: running.length,
    progress: ending.length === 0 ? null : ending.reduce((sum, j) => sum + j.progress, 0) / ending.length,
    leftMs: lefts.length === 0 ? null : Math.max(...lefts),
  };
}
