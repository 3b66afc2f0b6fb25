import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type VodEntity } from '../entities/vod.entity.js';

/** `never` for a row of a VOD, `unknown` for any other. */
type ExceptVod<Row> = VodEntity extends Row ? (Row extends VodEntity ? never : unknown) : unknown;

/**
 * A running transaction; the last argument of every function that must run inside it. `save` refuses rows of VODs:
 * VodWriter alone changes those.
 */
export type Tx = Omit<EntityManager, 'save'> & {
  save<Row extends object>(row: Row & ExceptVod<Row>): Promise<Row>;
};
/** A transaction that also saves rows of VODs. For VodWriter; lint refuses it elsewhere. */
export type VodTx = EntityManager;

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
