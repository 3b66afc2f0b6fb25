import { type JobTry } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Any, Brackets, In, IsNull, LessThan } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { JobEntity } from '../entities/job.entity.js';

@Injectable()
export class JobRepository {
  constructor(private readonly transactions: Transactions) {}

  /** The newest 500 jobs that have no parent. */
  all(): Promise<JobEntity[]> {
    return this.transactions.plain.find(JobEntity, {
      where: { parent: IsNull() },
      order: { startedAt: 'DESC' },
      take: 500,
    });
  }

  /** The time of the latest report of each job. */
  async updatedAt(names: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    if (names.length === 0) return new Map();
    const rows = await this.transactions.plain.find(JobEntity, {
      select: { name: true, updatedAt: true },
      where: { name: Any([...names]) },
    });
    return new Map(rows.map((job) => [job.name, job.updatedAt]));
  }

  async anyRunning(): Promise<boolean> {
    return this.transactions.plain.existsBy(JobEntity, { status: 'RUNNING' });
  }

  find(name: string, tx: Tx = this.transactions.plain): Promise<JobEntity | null> {
    return tx.findOneBy(JobEntity, { name });
  }

  lock(name: string, tx: Tx): Promise<JobEntity | null> {
    return tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
  }

  /** Whether this attempt of a job waits or runs. */
  isOpen(name: string, attempt: string | null, tx: Tx = this.transactions.plain): Promise<boolean> {
    return tx.existsBy(JobEntity, {
      name,
      attempt: attempt ?? '',
      status: In(['WAITING', 'RUNNING']),
    });
  }

  childrenOf(parent: string, tx: Tx = this.transactions.plain): Promise<JobEntity[]> {
    return tx.find(JobEntity, { where: { parent }, order: { name: 'ASC' } });
  }

  /**
   * Jobs that wait or run.
   * @param pattern a name; a final `*` matches all names with that prefix
   */
  listOpen(pattern: string): Promise<JobEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(JobEntity, 'job')
      .where(nameMatches(pattern))
      .andWhere("job.status IN ('WAITING', 'RUNNING') AND job.parent IS NULL")
      .orderBy('job.startedAt', 'DESC')
      .getMany();
  }

  /** @param pattern as {@link open} */
  has(pattern: string): Promise<boolean> {
    return this.transactions.plain.createQueryBuilder(JobEntity, 'job').where(nameMatches(pattern)).getExists();
  }

  /**
   * Changes a job under its row lock, so that a concurrent report of a worker is not lost.
   * @returns the changed job; null if it is deleted or `change` returned false
   */
  change(name: string, change: (job: JobEntity) => boolean): Promise<JobEntity | null> {
    return this.transactions.run(async (tx) => {
      const job = await this.lock(name, tx);
      return job && change(job) ? tx.save(job) : null;
    });
  }

  /**
   * Deletes ended jobs, except those whose result a stage has not recorded yet, which it does within seconds.
   * @param pattern as {@link open}
   * @returns the deleted jobs
   */
  async removeEnded(pattern: string): Promise<JobEntity[]> {
    return this.transactions.run(async (tx) => {
      const ended = await tx
        .createQueryBuilder(JobEntity, 'job')
        .setLock('pessimistic_write')
        .where(nameMatches(pattern))
        .andWhere("job.status IN ('STOPPED', 'ERROR', 'NONE') AND job.parent IS NULL")
        .andWhere("NOT EXISTS (SELECT FROM vod_stage s WHERE s.job = job.name AND s.status = 'running')")
        .getMany();
      await tx.delete(JobEntity, { name: Any(ended.map(({ name }) => name)) });
      return ended;
    });
  }

  async removeEndedBefore(at: Date): Promise<void> {
    await this.transactions.plain.delete(JobEntity, {
      endedAt: LessThan(at),
      status: In(['STOPPED', 'ERROR', 'NONE']),
    });
  }

  save(job: JobEntity, tx: Tx = this.transactions.plain): Promise<JobEntity> {
    return tx.save(job);
  }

  /**
   * Saves a worker's report about a running job. A job that has ended does not change.
   * @returns whether the report was saved
   */
  async saveProgress(
    { jobName: name, attempt }: JobTry,
    update: Pick<JobEntity, 'progress' | 'rate' | 'unit' | 'leftMs' | 'note' | 'node' | 'pid' | 'following'>,
  ): Promise<boolean> {
    // By the API's clock: the dispatcher measures the silence of a job, and a worker's clock may be off.
    const now = new Date();
    const { affected } = await this.transactions.plain.update(
      JobEntity,
      { name, attempt, status: In(['WAITING', 'RUNNING']) },
      asColumns({ ...update, status: 'RUNNING', renewedAt: now, updatedAt: now }),
    );
    return affected === 1;
  }

  /** Saves the progress of a parent job. A job that has ended does not change. */
  async saveParentProgress(name: string, moved: Pick<JobEntity, 'progress' | 'leftMs' | 'note'>): Promise<void> {
    const columns = asColumns({ ...moved, updatedAt: new Date() });
    await this.transactions.plain.update(JobEntity, { name, status: 'RUNNING' }, columns);
  }

  /**
   * Deletes the jobs of a VOD.
   * @returns the deleted jobs
   */
  async removeOf(vodUuid: string, tx: Tx): Promise<JobEntity[]> {
    const gone = await tx.findBy(JobEntity, { vodUuid });
    await tx.delete(JobEntity, { vodUuid });
    return gone;
  }
}

/** Avoids TypeORM's type of a partial row, which recurses endlessly through `Message`. */
const asColumns = (columns: Partial<JobEntity>): object => columns;

const prefixOf = (pattern: string): string => (pattern.endsWith('*') ? pattern.slice(0, -1) : pattern);
const nameMatches = (pattern: string): Brackets =>
  new Brackets((q) => {
    q.where(pattern.endsWith('*') ? 'starts_with(job.name, :word)' : 'job.name = :word', { word: prefixOf(pattern) });
  });
