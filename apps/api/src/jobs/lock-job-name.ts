import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Tx } from '../persistence/database/tx.js';
import { isOpen, JobEntity } from '../persistence/entities/job.entity.js';

/**
 * Locks the name of a job until the transaction ends, so that concurrent requests for one name run one after the other.
 * @returns the ended job of this name, null if there is none
 * @throws UserError `job-running` (409)
 */
export async function lockJobName(name: string, tx: Tx): Promise<JobEntity | null> {
  // A new job has no row to lock yet.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('job ' || $1, 0))`, [name]);
  const before = await tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
  if (before && isOpen(before)) throw new UserError(message('error.job-running.name', { name }), { status: 409 });
  return before;
}
