import { Injectable } from '@nestjs/common';
import { Any, In } from 'typeorm';
import { Transactions, type Tx } from '../../db/tx.js';
import { JobEntity } from './job.entity.js';

@Injectable()
export class JobRepository {
  constructor(private readonly transactions: Transactions) {}

  all(): Promise<JobEntity[]> {
    return this.transactions.plain.find(JobEntity, { order: { startedAt: 'DESC' }, take: 500 });
  }

  /** When each of these was last heard of. */
  async updatedAt(names: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    if (names.length === 0) return new Map();
    const rows = await this.transactions.plain.find(JobEntity, { select: { name: true, updatedAt: true }, where: { name: Any([...names]) } });
    return new Map(rows.map((job) => [job.name, job.updatedAt]));
  }

  async anyRunning(): Promise<boolean> {
    return this.transactions.plain.existsBy(JobEntity, { status: 'RUNNING' });
  }

  find(name: string, tx: Tx = this.transactions.plain): Promise<JobEntity | null> {
    return tx.findOneBy(JobEntity, { name });
  }

  /** @param pattern a name; with `*` at its end all that start so */
  fitting(pattern: string): Promise<JobEntity[]> {
    if (!pattern.endsWith('*')) return this.transactions.plain.findBy(JobEntity, { name: pattern });
    return this.transactions.plain.createQueryBuilder(JobEntity, 'job').where('starts_with(job.name, :start)', { start: pattern.slice(0, -1) }).orderBy('job.startedAt', 'DESC').getMany();
  }

  /** Under the row's lock, so that what a worker tells meanwhile is not lost. @returns the changed job; null when it is gone or `change` left it */
  change(name: string, change: (job: JobEntity) => boolean): Promise<JobEntity | null> {
    return this.transactions.run(async (tx) => {
      const job = await tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
      return job && change(job) ? tx.save(job) : null;
    });
  }

  /** Forgets those that have ended. @returns their names */
  async removeEnded(names: readonly string[]): Promise<string[]> {
    const gone = await this.transactions.plain.createQueryBuilder().delete().from(JobEntity).where({ name: Any([...names]), status: In(['STOPPED', 'ERROR', 'NONE']) }).returning('name').execute();
    return (gone.raw as { name: string }[]).map((row) => row.name);
  }

  save(job: JobEntity, tx: Tx = this.transactions.plain): Promise<JobEntity> {
    return tx.save(job);
  }

  /** What a worker tells of a running job; one that ended meanwhile stays as it is. @returns whether it was taken */
  async progress(name: string, told: Pick<JobEntity, 'progress' | 'rate' | 'unit' | 'leftMs' | 'note' | 'node' | 'pid' | 'updatedAt'>): Promise<boolean> {
    const { affected } = await this.transactions.plain.update(JobEntity, { name, status: In(['NONE', 'WAITING', 'RUNNING']) }, { ...told, status: 'RUNNING' });
    return affected === 1;
  }

  /** @returns their names */
  async removeOf(vodUuid: string, tx: Tx): Promise<string[]> {
    const gone = await tx.createQueryBuilder().delete().from(JobEntity).where({ vodUuid }).returning('name').execute();
    return (gone.raw as { name: string }[]).map((row) => row.name);
  }
}
