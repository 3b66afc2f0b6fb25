import { type EVENTS, type Payload } from '#libs/contracts';
import { type JobEntity } from '../modules/job/job.entity.js';

type Started = Payload<typeof EVENTS.convertStarted> | Payload<typeof EVENTS.chatStarted>;
type Done = Payload<typeof EVENTS.convertDone> | Payload<typeof EVENTS.chatDone>;
type Failed = Payload<typeof EVENTS.convertFailed> | Payload<typeof EVENTS.chatFailed>;
/** What a worker's fact changes in the row of its job, and what its log says of it. */
export type JobNote = Partial<Omit<JobEntity, 'say'>> & { readonly say: string };

export const startedNote = ({ worker, pid }: Pick<Started, 'worker' | 'pid'>): JobNote => ({
  say: `started on ${worker}`,
  status: 'RUNNING',
  node: worker,
  pid,
  note: '',
  error: null,
});
export const doneNote = ({ warnings, at }: Pick<Done, 'warnings' | 'at'>): JobNote => ({
  say: ['finished', ...warnings].join('; '),
  status: 'STOPPED',
  progress: 1,
  note: warnings.join('; '),
  endedAt: new Date(at),
  pid: null,
});
/** A failure that is tried again is no error yet. */
export const failedNote = ({ waiting, reason, at }: Pick<Failed, 'waiting' | 'reason' | 'at'>): JobNote =>
  waiting
    ? { say: `waits: ${reason}`, status: 'WAITING', note: reason }
    : { say: `failed: ${reason}`, status: 'ERROR', error: reason, endedAt: new Date(at), pid: null };

/** Puts a note into the row of its job. */
export function noted(job: JobEntity, { say, ...found }: JobNote): JobEntity {
  job.say(say);
  return Object.assign(job, found, { updatedAt: new Date() });
}
