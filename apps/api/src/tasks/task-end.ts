import { messageOf, OutsideError } from '#libs/errors';
import { type JobEntity } from '../modules/job/job.entity.js';

type Result = { readonly said: string } | { readonly thrown: unknown };
interface Ended extends Partial<JobEntity> { readonly status: JobEntity['status']; readonly said: string }

/** What came from outside may be better in a while. */
const TRIES = 4;
const WAIT_MS = 5_000;

/** How a task stands after a run: done, to be tried again (the api stops, or something outside is away), or failed with its reason. */
export function endOf(result: Result, { tries, isShutdown, now = Date.now() }: { readonly tries: number; readonly isShutdown: boolean; readonly now?: number }): Ended {
  if ('said' in result) return { status: 'STOPPED', said: result.said, note: result.said, progress: 1, leftMs: null, error: null, endedAt: new Date(now) };
  if (isShutdown) return { status: 'WAITING', said: 'cut off: the api stops; it goes on when one is there', note: 'waits for an api', tries: tries - 1 };
  const reason = messageOf(result.thrown);
  if (result.thrown instanceof OutsideError && tries < TRIES) return { status: 'WAITING', said: `${reason}; tried again`, note: reason, notBefore: new Date(now + WAIT_MS * 2 ** (tries - 1)) };
  return { status: 'ERROR', said: `failed: ${reason}`, note: '', error: reason, leftMs: null, endedAt: new Date(now) };
}
