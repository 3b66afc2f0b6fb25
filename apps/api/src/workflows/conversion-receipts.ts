import { EVENTS, objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { Converting } from './converting.js';
import { LateReceipts } from './late-receipts.js';

/**
 * Finds conversions that are finished although no event told of it: the converter leaves a receipt beside its files
 * (architecture D2).
 */
@Injectable()
export class ConversionReceipts {
  private readonly late: LateReceipts;

  constructor(
    @Inject(STORAGE) storage: Storage,
    private readonly converting: Converting,
  ) {
    this.late = new LateReceipts(storage);
  }

  /** @returns whether the conversion is finished by what the receipt says */
  async apply({ uuid, convertAttempt }: Pick<VodEntity, 'uuid' | 'convertAttempt'>): Promise<boolean> {
    if (convertAttempt === null) return false;
    return this.late.apply(
      uuid,
      { key: objectKeys.receipt(uuid, convertAttempt), schema: EVENTS.convertDone.schema },
      (receipt) => this.converting.done(receipt),
    );
  }
}
