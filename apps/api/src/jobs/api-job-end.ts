import { localizedOf, OutsideError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { type JobEntity } from '../persistence/entities/job.entity.js';

type Result = { readonly outcome: Message } | { readonly thrown: unknown };
interface EndedJob extends Partial<JobEntity> {
  readonly status: JobEntity['status'];
  readonly outcome: Message;
}

/** After an {@link OutsideError} the job is tried again after 5 s, 10 s, ... 10 min, for a day. */
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 600_000;
const MAX_TRIES = 150;

/**
 * Row changes after a run: the job is done, waits for another try (the API stops, or an external service is
 * unavailable), or failed with a reason.
 */
export function endOf(
  result: Result,
  {
    tries,
    isShutdown,
    now = Date.now(),
  }: { readonly tries: number; readonly isShutdown: boolean; readonly now?: number },
): EndedJob {
  if ('outcome' in result)
    return {
      status: 'STOPPED',
      outcome: result.outcome,
      note: result.outcome,
      progress: 1,
      leftMs: null,
      error: null,
      endedAt: new Date(now),
    };
  if (isShutdown)
    return {
      status: 'WAITING',
      outcome: message('job.cut-off'),
      note: message('job.waits-api'),
      tries: tries - 1,
    };
  const remark = localizedOf(result.thrown);
  if (result.thrown instanceof OutsideError && tries < MAX_TRIES)
    return {
      status: 'WAITING',
      outcome: message('job.tried-again-later', { remark }),
      note: message('job.waits', { remark }),
      progress: 0,
      leftMs: null,
      notBefore: new Date(now + Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))),
    };
  return {
    status: 'ERROR',
    outcome: message('job.failed', { remark }),
    note: null,
    error: remark,
    leftMs: null,
    endedAt: new Date(now),
  };
}
