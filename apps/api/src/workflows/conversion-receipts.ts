import { EVENTS, objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { Converting } from './converting.js';

/** How often storage is asked for the receipt of one conversion. */
const LOOK_EVERY_MS = 5000;
/** A younger receipt has an event that is on its way. */
const LATE_MS = 5000;

/** Finds conversions that are finished although no event told of it: the converter leaves a receipt beside its files (architecture D2). */
@Injectable()
export class ConversionReceipts {
  private readonly lookedAt = new Map<string, number>();

  constructor(@Inject(STORAGE) private readonly storage: Storage, private readonly converting: Converting) {}

  /** @returns whether the conversion is finished by what the receipt says */
  async apply({ uuid, convertAttempt }: Pick<VodEntity, 'uuid' | 'convertAttempt'>): Promise<boolean> {
    if (convertAttempt === null || Date.now() - (this.lookedAt.get(uuid) ?? 0) < LOOK_EVERY_MS) return false;
    this.lookedAt.set(uuid, Date.now());
    const key = objectKeys.receipt(uuid, convertAttempt);
    const found = await this.storage.head(key);
    if (found === null || Date.now() - found.modifiedAt.getTime() < LATE_MS) return false;
    const receipt = EVENTS.convertDone.schema.safeParse(JSON.parse((await this.storage.read(key)).toString('utf8')));
    if (!receipt.success) return false;
    await this.converting.done(receipt.data);
    this.lookedAt.delete(uuid);
    return true;
  }
}
