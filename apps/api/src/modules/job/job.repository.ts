import { Injectable } from '@nestjs/common';
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

  async remove(name: string, tx: Tx = this.transactions.plain): Promise<void> {
    await tx.delete(JobEntity, { name });
  }

  async removeOf(vodUuid: string, tx: Tx): Promise<void> {
    await tx.delete(JobEntity, { vodUuid });
  }
}
