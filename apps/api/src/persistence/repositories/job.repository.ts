import { type JobTry } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Any, Brackets, In, IsNull, LessThan } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { JobEntity } from '../entities/job.entity.js';

@Injectable()
export class JobRepository {
  constructor(private readonly transactions: Transactions) {}

  all(): Promise<JobEntity[]> {
    return this.transactions.plain.find(JobEntity, {
      where: { parent: IsNull() },
      order: { startedAt: 'DESC' },
      take: 500,
    });
  }

  /** When each of these was last reported. */
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

  /** Whether this try at a job waits or runs. */
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

  /** Those that wait or run. @param pattern a name; with `*` at its end all that start so */
  open(pattern: string): Promise<JobEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(JobEntity, 'job')
      .where(fits(pattern))
      .andWhere("job.status IN ('WAITING', 'RUNNING') AND job.parent IS NULL")
      .orderBy('job.startedAt', 'DESC')
      .getMany();
  }

  /** @param pattern as {@link open} */
  has(pattern: string): Promise<boolean> {
    return this.transactions.plain.createQueryBuilder(JobEntity, 'job').where(fits(pattern)).getExists();
  }

  /**
   * Under the row's lock, so that what a worker tells meanwhile is not lost.
   * @returns the changed job; null when it is gone or `change` left it
   */
  change(name: string, change: (job: JobEntity) => boolean): Promise<JobEntity | null> {
    return this.transactions.run(async (tx) => {
      const job = await this.lock(name, tx);
      return job && change(job) ? tx.save(job) : null;
    });
  }

  /** Forgets those that have ended. @param pattern as {@link open} @returns their names */
  async removeEnded(pattern: string): Promise<JobEntity[]> {
    return this.transactions.run(async (tx) => {
      const ended = await tx
        .createQueryBuilder(JobEntity, 'job')
        .setLock('pessimistic_write')
        .where(fits(pattern))
        .andWhere("job.status IN ('STOPPED', 'ERROR', 'NONE') AND job.parent IS NULL")
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

  /** What a worker tells of a running job; one that ended meanwhile stays as it is. @returns whether it was taken */
  async progress(
    { jobName: name, attempt }: JobTry,
    update: Pick<JobEntity, 'progress' | 'rate' | 'unit' | 'leftMs' | 'note' | 'node' | 'pid' | 'following'>,
  ): Promise<boolean> {
    // By the clock of api: the dispatcher measures the silence of a job, and the clock of a worker may be off.
    const now = new Date();
    const { affected } = await this.transactions.plain.update(
      JobEntity,
      { name, attempt, status: In(['WAITING', 'RUNNING']) },
      asColumns({ ...update, status: 'RUNNING', renewedAt: now, updatedAt: now }),
    );
    return affected === 1;
  }

  /** Progress of a job that its children make; one that ended meanwhile stays as it is. */
  async moveParent(name: string, moved: Pick<JobEntity, 'progress' | 'leftMs' | 'note'>): Promise<void> {
    const columns = asColumns({ ...moved, updatedAt: new Date() });
    await this.transactions.plain.update(JobEntity, { name, status: 'RUNNING' }, columns);
  }

  /** @returns their names */
  async removeOf(vodUuid: string, tx: Tx): Promise<JobEntity[]> {
    const gone = await tx.findBy(JobEntity, { vodUuid });
    await tx.delete(JobEntity, { vodUuid });
    return gone;
  }
}

/** As it is: TypeORM's own type of a partial row goes down into a message without end. */
const asColumns = (columns: Partial<JobEntity>): object => columns;

const prefixOf = (pattern: string): string => (pattern.endsWith('*') ? pattern.slice(0, -1) : pattern);
const fits = (pattern: string): Brackets =>
  new Brackets((q) => {
    q.where(pattern.endsWith('*') ? 'starts_with(job.name, :word)' : 'job.name = :word', { word: prefixOf(pattern) });
  });
