import { type EVENTS, type Payload } from '#libs/contracts';
import { type Said, words } from '#libs/domain';
import { type JobEntity } from '../modules/job/job.entity.js';

type Started = Payload<typeof EVENTS.convertStarted> | Payload<typeof EVENTS.chatStarted>;
type Done = Payload<typeof EVENTS.convertDone> | Payload<typeof EVENTS.chatDone>;
type Failed = Payload<typeof EVENTS.convertFailed> | Payload<typeof EVENTS.chatFailed>;
/** What a worker's fact changes in the row of its job, and what its log says of it. */
export type JobNote = Partial<Omit<JobEntity, 'say'>> & { readonly say: Said };

export const startedNote = ({ worker, pid }: Pick<Started, 'worker' | 'pid'>): JobNote => ({
  say: words('started on {{worker}}', { worker }),
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
export function failedNote({
  waiting,
  reason,
  words: told,
  at,
}: Pick<Failed, 'waiting' | 'reason' | 'words' | 'at'>): JobNote {
  const remark = told ?? { text: reason };
  return waiting
    ? { say: words('waits: {{remark}}', { remark }), status: 'WAITING', note: reason, words: { note: remark } }
    : {
        say: words('failed: {{remark}}', { remark }),
        status: 'ERROR',
        error: reason,
        words: { error: remark },
        endedAt: new Date(at),
        pid: null,
      };
}

/** Puts a note into the row of its job. */
export function noted(job: JobEntity, { say, words: changed, ...found }: JobNote): JobEntity {
  job.say(say);
  return Object.assign(job, found, { words: { ...job.words, ...changed }, updatedAt: new Date() });
}
