import { Bus } from '#libs/bus';
import { STORAGE } from '#libs/service-kit';
import { type OpenStorage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#libs/errors';
import { Transactions } from '../../persistence/database/tx.js';
import { Scheduler } from '../scheduler/scheduler.js';
import { chooseStorage } from './choose-storage.js';
import { StorageIdentityRepository } from '../../persistence/repositories/storage-identity.repository.js';

const CHECK_INTERVAL_MS = 5_000;
/** Announced while no storage is accepted: no storage has this id. */
const NO_STORAGE = 'none';

/**
 * Determines which storage this installation uses. Announces it over the bus to the workers, which have no database
 * (ADR 0012).
 */
@Injectable()
export class StorageIdentity {
  private readonly log = new Logger('storage');
  private readonly first = Promise.withResolvers<null>();
  /** Resolves after the first successful check. Before that, a new storage is not claimed yet. */
  readonly settled: Promise<null> = this.first.promise;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: StorageIdentityRepository,
    private readonly bus: Bus,
    @Inject(STORAGE) private readonly storage: OpenStorage,
    scheduler: Scheduler,
  ) {
    scheduler.every('storage-identity', { intervalMs: CHECK_INTERVAL_MS, where: 'every-instance' }, () =>
      this.settle(),
    );
  }

  /**
   * First check, before any other work. If the storage does not respond, the API starts anyway and checks again later.
   */
  async begin(): Promise<void> {
    await this.settle().catch((thrown: unknown) => {
      this.log.warn(`storage identity not readable yet: ${messageOf(thrown)}`);
    });
  }

  /** @throws OutsideError storage or the bus does not respond */
  async settle(): Promise<void> {
    const known = await this.rows.known();
    const id = known.kind === 'id' ? known.id : await this.choose();
    this.storage.requireIdentity(id);
    this.first.resolve(null);
    if ((await this.bus.storageIdentity.storage()) !== id) await this.bus.storageIdentity.announceStorage(id);
  }

  private choose(): Promise<string> {
    return this.transactions.run(async (tx) => {
      await this.rows.lock(tx);
      const announced = await this.bus.storageIdentity.storage();
      const choice = chooseStorage({
        known: await this.rows.known(tx),
        announced: announced === NO_STORAGE ? null : announced,
        found: await this.storage.find(),
        hasVods: await this.rows.hasVods(tx),
      });
      if (choice.do === 'refuse') return NO_STORAGE;
      const id = choice.do === 'use' ? choice.id : await this.storage.claim();
      await this.rows.save(id, tx);
      this.log.log(`storage ${id}: now the storage of this installation`);
      return id;
    });
  }
}
