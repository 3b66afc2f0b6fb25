import { type EVENTS, type Payload } from '#libs/contracts';
import { joined, type Message, message } from '#libs/messages';
import { ulid } from 'ulid';
import { type JobEntity } from '../persistence/entities/job.entity.js';

// Status changes of a job's row. Each function changes the given entity and returns it. The caller holds the lock of
// the row and saves it.

/** A worker started this attempt. */
export function markStarted(
  job: JobEntity,
  { worker, pid }: Pick<Payload<typeof EVENTS.jobStarted>, 'worker' | 'pid'>,
) {
  job.say(message('job.started-on', { worker }));
  return Object.assign(job, {
    status: 'RUNNING',
    node: worker,
    pid,
    note: null,
    error: null,
    endedAt: null,
    following: false,
    renewedAt: new Date(),
    updatedAt: new Date(),
  } as const);
}

/**
 * Queues the job again and clears the data of the earlier attempt. A worker job gets a new attempt. `RUNNING` marks a
 * job that waits for its children.
 */
export function markQueued(
  job: JobEntity,
  { note, status = 'WAITING' }: { readonly note: Message | null; readonly status?: 'WAITING' | 'RUNNING' },
) {
  return Object.assign(job, {
    status,
    note,
    attempt: job.stage === null ? null : ulid(),
    sentAt: null,
    following: false,
    renewedAt: null,
    error: null,
    progress: 0,
    rate: null,
    leftMs: null,
    node: null,
    pid: null,
    endedAt: null,
    updatedAt: new Date(),
  });
}

/** @param end `at`: time of the end, ms since the Unix epoch */
export function markDone(
  job: JobEntity,
  end: {
    readonly say?: Message;
    readonly note?: Message;
    readonly result: Record<string, unknown>;
    readonly at: number;
  },
) {
  const { result, at } = end;
  const warnings = joined(Array.isArray(result['warnings']) ? (result['warnings'] as Message[]) : []);
  job.say(end.say ?? (warnings ? message('job.finished-with', { remark: warnings }) : message('job.finished')));
  return Object.assign(job, {
    status: 'STOPPED',
    progress: 1,
    note: end.note ?? warnings,
    result,
    error: null,
    leftMs: null,
    pid: null,
    endedAt: new Date(at),
    updatedAt: new Date(),
  } as const);
}

/**
 * Records a failure. With `waiting` the worker tries again, so the job is not an error yet.
 * @param failure `at`: as in {@link markDone}
 */
export function markFailed(
  job: JobEntity,
  { reason, waiting, at }: Pick<Payload<typeof EVENTS.jobFailed>, 'reason' | 'waiting' | 'at'>,
) {
  job.say(waiting ? message('job.waits', { remark: reason }) : message('job.failed', { remark: reason }));
  return Object.assign(
    job,
    waiting
      ? ({ status: 'WAITING', note: reason } as const)
      : ({ status: 'ERROR', error: reason, endedAt: new Date(at), pid: null } as const),
    { following: false, renewedAt: new Date(), updatedAt: new Date() },
  );
}

/** Records a stop before the job was done. A child gets `NONE` instead, because `STOPPED` means done for children. */
export function markStopped(job: JobEntity, reason: Message) {
  job.say(reason);
  return Object.assign(job, {
    status: job.parent === null ? 'STOPPED' : 'NONE',
    note: reason,
    pid: null,
    endedAt: new Date(),
    updatedAt: new Date(),
  } as const);
}
