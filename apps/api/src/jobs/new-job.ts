import { type Tx } from '../persistence/database/tx.js';
import { JobEntity } from '../persistence/entities/job.entity.js';

/** Further work in the transaction that adds a job; `name` is that of the job. */
export type InSameTransaction = (name: string, tx: Tx) => Promise<void>;

type JobBasics = Pick<JobEntity, 'name' | 'kind' | 'vodUuid' | 'channelUuid' | 'title' | 'unit'>;
type JobOverrides = Partial<
  Pick<
    JobEntity,
    'progress' | 'note' | 'log' | 'node' | 'stage' | 'attempt' | 'input' | 'asked' | 'priority' | 'parent' | 'weight'
  >
>;

/** Creates a waiting job that has not started. The caller writes the first line of its log. */
export function newJob(job: JobBasics & JobOverrides): JobEntity {
  const now = new Date();
  return Object.assign(new JobEntity(), {
    progress: 0,
    note: null,
    log: [],
    node: null,
    stage: null,
    attempt: null,
    input: null,
    asked: null,
    priority: 0,
    parent: null,
    weight: 1,
    ...job,
    status: 'WAITING',
    rate: null,
    leftMs: null,
    error: null,
    result: null,
    sentAt: null,
    pid: null,
    following: false,
    owner: null,
    renewedAt: null,
    tries: 0,
    takeovers: 0,
    counts: null,
    notBefore: null,
    startedAt: now,
    endedAt: null,
    updatedAt: now,
  } satisfies Omit<JobEntity, 'say'>);
}
