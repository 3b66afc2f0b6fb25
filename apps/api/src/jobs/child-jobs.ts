import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { type Tx } from '../persistence/database/tx.js';
import { isOpen, JobEntity } from '../persistence/entities/job.entity.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';
import { markQueued, markStopped } from './job-transitions.js';
import { newJob } from './new-job.js';
import { type ChildJob, waitsForWorker, type WorkerJobStage } from './worker-job-stage.js';

/** Digits of a child's number. With leading zeros the names sort in the order of the children. */
const NUMBER_DIGITS = 6;

interface StagesInTx {
  readonly tx: Tx;
  readonly stageOf: (name: string) => WorkerJobStage;
}

/** Manages the children of a job, which workers do independently: their progress, stop and retry. */
@Injectable()
export class ChildJobs {
  constructor(private readonly rows: JobRepository) {}

  /** Adds children and deletes those of an earlier plan. */
  async add(parent: JobEntity, children: readonly ChildJob[], { tx, stageOf }: StagesInTx): Promise<void> {
    await tx.delete(JobEntity, { parent: parent.name });
    for (const [n, { stage: name, input, weight = 1 }] of children.entries()) {
      const stage = stageOf(name);
      const parsed = stage.def.input.parse(input) as Record<string, unknown>;
      await this.rows.save(
        newJob({
          name: `${parent.name}#${String(n).padStart(NUMBER_DIGITS, '0')}`,
          kind: stage.kind,
          vodUuid: parent.vodUuid,
          channelUuid: parent.channelUuid,
          title: parent.title,
          unit: stage.def.unit,
          note: waitsForWorker(stage.def),
          stage: name,
          attempt: ulid(),
          input: parsed,
          asked: { stage: name, input: parsed },
          priority: parent.priority,
          parent: parent.name,
          weight,
        }),
        tx,
      );
    }
  }

  /**
   * Stops the waiting and running children.
   * @returns their names, to be cancelled after the commit
   */
  async stop(parent: string, { reason, tx }: { readonly reason: Message; readonly tx: Tx }): Promise<string[]> {
    const open = (await this.rows.childrenOf(parent, tx)).filter(isOpen);
    for (const child of open) await this.rows.save(markStopped(child, reason), tx);
    return open.map(({ name }) => name);
  }

  /**
   * Queues all children again that are not done.
   * @returns whether the job has children
   */
  async queueAgain(parent: JobEntity, { tx, stageOf }: StagesInTx): Promise<boolean> {
    const children = await this.rows.childrenOf(parent.name, tx);
    for (const child of children)
      if (child.status !== 'STOPPED')
        await this.rows.save(markQueued(child, { note: waitsForWorker(stageOf(child.stage ?? '').def) }), tx);
    return children.length > 0;
  }

  /**
   * Progress of a running parent, computed from its children.
   * @returns null if the parent does not run or has no children
   */
  async progress(parent: string): Promise<Pick<JobEntity, 'progress' | 'leftMs' | 'note'> | null> {
    const row = await this.rows.find(parent);
    const children = await this.rows.childrenOf(parent);
    if (row?.status !== 'RUNNING' || children.length === 0) return null;
    const totalWeight = children.reduce((sum, { weight }) => sum + weight, 0);
    const progress = children.reduce((sum, { weight, progress: part }) => sum + weight * part, 0) / totalWeight;
    const spentMs = Date.now() - row.startedAt.getTime();
    return {
      progress,
      leftMs: progress > 0 ? Math.round((spentMs / progress) * (1 - progress)) : null,
      note: message('job.n-of-all', {
        n: children.filter(({ status }) => status === 'STOPPED').length,
        all: children.length,
      }),
    };
  }
}
