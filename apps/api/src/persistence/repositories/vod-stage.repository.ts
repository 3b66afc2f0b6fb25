import { type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Any, In } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { JobEntity } from '../entities/job.entity.js';
import { VodStageEntity } from '../entities/vod-stage.entity.js';

/** A stage, and the row of its job while that exists. */
export interface StageWithJob {
  readonly stage: VodStageEntity;
  readonly job: JobEntity | null;
}
type StageKey = Pick<VodStageEntity, 'vodUuid' | 'kind' | 'runs'>;

/** How a stage ended. */
export interface StageResult {
  readonly status: 'done' | 'failed' | 'skipped';
  readonly result: Message | null;
  readonly log: VodStageEntity['log'];
  readonly endedAt: Date;
}

/**
 * Stages of VODs. Each change names the state that it is based on, so that a change of two APIs, or of an API that was
 * frozen, counts once.
 */
@Injectable()
export class VodStageRepository {
  constructor(private readonly transactions: Transactions) {}

  ofVod(vodUuid: string, tx: Tx = this.transactions.plain): Promise<VodStageEntity[]> {
    return tx.find(VodStageEntity, { where: { vodUuid }, order: { position: 'ASC' } });
  }

  async withJobs(vodUuid: string): Promise<StageWithJob[]> {
    return this.joinJobs(await this.ofVod(vodUuid));
  }

  /**
   * All stages of the VODs that have something to do: a stage that waits or runs, or a failed one whose job was tried
   * again. Not of a VOD that is recorded.
   */
  async open(): Promise<StageWithJob[]> {
    const rows = await this.transactions.plain.query<{ vod_uuid: string }[]>(
      `SELECT DISTINCT s.vod_uuid FROM vod_stage s JOIN vod v ON v.uuid = s.vod_uuid LEFT JOIN job j ON j.name = s.job
       WHERE v.state IN ('finalized', 'failed') AND NOT v.assigned AND s.status IN ('waiting', 'running', 'failed')
         AND (s.status <> 'failed' OR j.status IN ('WAITING', 'RUNNING')
           OR (j.status = 'STOPPED' AND j.progress >= 1 AND j.ended_at > s.ended_at))`,
    );
    if (rows.length === 0) return [];
    const stages = await this.transactions.plain.find(VodStageEntity, {
      where: { vodUuid: Any(rows.map((row) => row.vod_uuid)) },
      order: { position: 'ASC' },
    });
    return this.joinJobs(stages);
  }

  private async joinJobs(stages: readonly VodStageEntity[]): Promise<StageWithJob[]> {
    const names = stages.flatMap(({ job }) => job ?? []);
    const jobs = await this.transactions.plain.findBy(JobEntity, { name: Any(names) });
    const byName = new Map(jobs.map((job) => [job.name, job]));
    return stages.map((stage) => ({ stage, job: stage.job === null ? null : (byName.get(stage.job) ?? null) }));
  }

  /** Replaces the stages of a VOD. The caller holds the lock of the VOD. */
  async replace(vodUuid: string, stages: readonly VodStageEntity[], tx: Tx): Promise<void> {
    await tx.delete(VodStageEntity, { vodUuid });
    for (const stage of stages) await tx.save(stage);
  }

  /**
   * Saves that a job does a waiting stage. Call it in the transaction that adds the job.
   * @returns false if the stage no longer waits
   */
  claim(key: StageKey, job: string, tx: Tx): Promise<boolean> {
    return this.change(key, { from: ['waiting'], tx }, { status: 'running', job, startedAt: new Date(), tries: 0 });
  }

  /** A stage without a job waits, with a reason, until `notBefore`. */
  postpone(key: StageKey, { result, notBefore, tries }: Pick<VodStageEntity, 'result' | 'notBefore' | 'tries'>) {
    return this.change(key, { from: ['waiting'] }, { result, notBefore, tries });
  }

  /** The job of a failed stage was tried again. */
  resume(key: StageKey): Promise<boolean> {
    return this.change(key, { from: ['failed'] }, { status: 'running', result: null, endedAt: null });
  }

  /** @returns false if the stage was restarted or ended meanwhile */
  end(key: StageKey, end: StageResult): Promise<boolean> {
    return this.change(key, { from: ['waiting', 'running', 'failed'] }, { ...end, notBefore: null });
  }

  private async change(
    { vodUuid, kind, runs }: StageKey,
    { from, tx = this.transactions.plain }: { readonly from: VodStageEntity['status'][]; readonly tx?: Tx },
    change: Partial<VodStageEntity>,
  ): Promise<boolean> {
    const columns: object = change; // TypeORM's type of a partial row recurses endlessly through `Message`
    const { affected } = await tx.update(VodStageEntity, { vodUuid, kind, runs, status: In(from) }, columns);
    return affected === 1;
  }
}
