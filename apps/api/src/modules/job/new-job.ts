import { JobEntity } from './job.entity.js';

type Told = Pick<JobEntity, 'name' | 'kind' | 'vodUuid' | 'channelUuid' | 'title' | 'unit'>;
type Chosen = Partial<Pick<JobEntity, 'progress' | 'note' | 'log' | 'node' | 'command' | 'task'>>;

/** A job that waits, and of which nobody has done anything yet; whoever makes it says the first word in its log. */
export function newJob(job: Told & Chosen): JobEntity {
  const now = new Date();
  return Object.assign(new JobEntity(), {
    progress: 0,
    note: '',
    log: [],
    node: null,
    command: null,
    task: null,
    ...job,
    status: 'WAITING',
    rate: null,
    leftMs: null,
    error: null,
    pid: null,
    owner: null,
    heardAt: null,
    tries: 0,
    takeovers: 0,
    counts: null,
    notBefore: null,
    startedAt: now,
    endedAt: null,
    updatedAt: now,
  } satisfies Omit<JobEntity, 'say'>);
}
