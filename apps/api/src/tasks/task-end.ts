import { messageOf, OutsideError } from '#libs/errors';
import { type JobEntity } from '../modules/job/job.entity.js';

type Result = { readonly said: string } | { readonly thrown: unknown };
interface Ended extends Partial<JobEntity> {
  readonly status: JobEntity['status'];
  readonly said: string;
}

/** What came from outside may be better in a while: 5 s, 10 s, ... 10 min apart, for a day. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 600_000;
const TRIES = 150;

/**
 * How a task stands after a run: done, to be tried again (the api stops, or something outside is away), or failed with
 * its reason.
 */
export function endOf(
  result: Result,
  {
    tries,
    isShutdown,
    now = Date.now(),
  }: { readonly tries: number; readonly isShutdown: boolean; readonly now?: number },
): Ended {
  if ('said' in result)
    return {
      status: 'STOPPED',
      said: result.said,
      note: result.said,
      progress: 1,
      leftMs: null,
      error: null,
      endedAt: new Date(now),
    };
  if (isShutdown)
    return {
      status: 'WAITING',
      said: 'cut off: the api stops; it goes on when one is there',
      note: 'waits for an api',
      tries: tries - 1,
    };
  const reason = messageOf(result.thrown);
  if (result.thrown instanceof OutsideError && tries < TRIES)
    return {
      status: 'WAITING',
      said: `${reason}; tried again later`,
      note: `waits: ${reason}`,
      progress: 0,
      leftMs: null,
      notBefore: new Date(now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))),
    };
  return { status: 'ERROR', said: `failed: ${reason}`, note: '', error: reason, leftMs: null, endedAt: new Date(now) };
}
