import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A running transaction; the last argument of every function that must run inside it. */
export type Tx = EntityManager;

@Injectable()
export class Transactions {
  constructor(private readonly db: DataSource) {}

  /** Runs `work` in one transaction; an exception rolls everything back. */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work);
  }

  /** The manager outside of any transaction, for reads. */
  get plain(): Tx {
    return this.db.manager;
  }
}
