import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A transaction under way; passed as the last argument to what shall happen inside it. */
export type Tx = EntityManager;

@Injectable()
export class Transactions {
  constructor(private readonly db: DataSource) {}

  /** Runs `work` in one transaction; a throw rolls all of it back. */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work);
  }

  /** The manager outside any transaction, for reads. */
  get plain(): Tx {
    return this.db.manager;
  }
}
