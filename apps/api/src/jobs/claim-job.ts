import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Tx } from '../persistence/database/tx.js';
import { isOpen, JobEntity } from '../persistence/entities/job.entity.js';

/**
 * The name of a job that is about to be queued, until the transaction ends: of two that ask for it at once, one comes
 * after the other.
 * @returns the job that had it, which has ended @throws UserError `job-running` (409)
 */
export async function claimJob(name: string, tx: Tx): Promise<JobEntity | null> {
  // A job that is not there yet has no row to lock.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('job ' || $1, 0))`, [name]);
  const before = await tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
  if (before && isOpen(before)) throw new UserError(message('error.job-running.name', { name }), { status: 409 });
  return before;
}
