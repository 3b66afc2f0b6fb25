import { type Said, textOf } from '#libs/domain';
import { JobEntity } from './job.entity.js';

type Asked = Pick<JobEntity, 'name' | 'kind' | 'vodUuid' | 'channelUuid' | 'unit'> & { readonly title: Said };
type Chosen = Partial<Pick<JobEntity, 'progress' | 'note' | 'log' | 'node' | 'command' | 'input'>>;

/** A job that waits, and of which nobody has done anything yet; whoever makes it says the first word in its log. */
export function newJob({ title, ...job }: Asked & Chosen): JobEntity {
  const now = new Date();
  return Object.assign(new JobEntity(), {
    progress: 0,
    note: '',
    log: [],
    node: null,
    command: null,
    input: null,
    ...job,
    title: textOf(title),
    words: typeof title === 'string' ? null : { title },
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
