import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Transactions, type Tx } from '../../db/tx.js';
import { JobEntity } from './job.entity.js';

@Injectable()
export class JobRepository {
  constructor(private readonly transactions: Transactions) {}

  all(): Promise<JobEntity[]> {
    return this.transactions.plain.find(JobEntity, { order: { startedAt: 'DESC' }, take: 500 });
  }

  find(name: string, tx: Tx = this.transactions.plain): Promise<JobEntity | null> {
    return tx.findOneBy(JobEntity, { name });
  }

  save(job: JobEntity, tx: Tx = this.transactions.plain): Promise<JobEntity> {
    return tx.save(job);
  }

  /** What a worker tells of a running job; one that ended meanwhile stays as it is. @returns whether it was taken */
  async progress(name: string, told: Pick<JobEntity, 'progress' | 'rate' | 'unit' | 'leftMs' | 'note' | 'node' | 'pid' | 'updatedAt'>): Promise<boolean> {
    const { affected } = await this.transactions.plain.update(JobEntity, { name, status: In(['NONE', 'WAITING', 'RUNNING']) }, { ...told, status: 'RUNNING' });
    return affected === 1;
  }

  async remove(name: string, tx: Tx = this.transactions.plain): Promise<void> {
    await tx.delete(JobEntity, { name });
  }

  async removeOf(vodUuid: string, tx: Tx): Promise<void> {
    await tx.delete(JobEntity, { vodUuid });
  }
}
