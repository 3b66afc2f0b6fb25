import type { Job } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { GivenUp, until } from '../../../common/until.js';
import type { OperationEnvironment } from '../operation.js';
import type { RowLock } from '../row-lock.js';

const BEGIN_MS = 40_000;
const END_MS = 180_000;

export const asText = ({ name, status, progress, note }: Job): string =>
  `job ${name} ${status} at ${(progress * 100).toFixed(0)} %${note === '' ? '' : ` (${note})`}`;

/** Waits until a job runs and has reached the lock that blocks it. @returns the current step of the job */
export async function waitUntilBlocked(
  { api, signal }: OperationEnvironment,
  job: string,
  lock: RowLock,
): Promise<string> {
  return until(`${job} is in its middle`, { signal, limitMs: BEGIN_MS }, async () => {
    const found = await api.job(job);
    if (found?.status === 'ERROR' || found?.status === 'STOPPED')
      throw new GivenUp(`${asText(found)} before the fault: ${found.error ?? ''}`);
    const [statement] = await lock.blockedStatements();
    return found?.status === 'RUNNING' && statement !== undefined && `${asText(found)}, in "${statement.slice(0, 60)}"`;
  });
}

/**
 * Waits for the end of a job. @throws OutsideError `never`: when it does not end in time; `given-up`: when it failed
 */
export async function waitForJob(
  { api, signal }: Pick<OperationEnvironment, 'api' | 'signal'>,
  name: string,
): Promise<Job> {
  return until(`the job ${name} ends`, { signal, limitMs: END_MS }, async () => {
    const job = await api.job(name);
    if (job?.status === 'ERROR') throw new GivenUp(`${asText(job)}: ${job.error ?? ''}`);
    return job?.status === 'STOPPED' && job;
  });
}

/** @throws OutsideError `wrong`: when the condition is false */
export function requireThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new OutsideError(untranslated('wrong', otherwise));
}

/** The second of a channel's VODs: operations handle one before it and at least one after it. */
export function middle<T>(vods: readonly T[]): T {
  const found = vods[1];
  if (found === undefined) throw new OutsideError(untranslated('nothing-in-progress', 'the channel has too few VODs'));
  return found;
}
